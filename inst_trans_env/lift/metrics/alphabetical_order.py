"""Whether parts stand in alphabetical order."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from inst_trans_env.lift.collation import Locale, sort_key
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, doc, silent
from inst_trans_env.lift.scope import Scope

_Unit = Literal["item", "paragraph", "heading", "line", "word", "sentence"]


class AlphabeticalOrderArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `AlphabeticalOrder`."""

    unit: Annotated[_Unit, doc("What is in order; of headings, those of the highest level below.")] = "item"
    order: Annotated[Literal["ascending", "descending"], doc("Direction; equal neighbours are fine.")] = (
        "ascending"
    )
    locale: Annotated[Locale, doc("Language whose alphabet orders.")] = "en"


class AlphabeticalOrder(Metric[AlphabeticalOrderArgs]):
    """Needs two parts to say anything."""

    name = "alphabetical_order"
    summary = "List items, paragraphs, headings, lines, sentences or words stand in alphabetical order."
    Args = AlphabeticalOrderArgs
    passes = Example("- ähnlich\n- Apfel\n- Zebra", {"locale": "de"})
    fails = Example("- älv\n- zebra", {"locale": "sv"})

    def score(self, scope: Scope, args: AlphabeticalOrderArgs) -> Result:
        """Compare every two neighbours."""
        if (result := silent(scope)) is not None:
            return result
        parts = _parts(scope, args.unit)
        if len(parts) < 2:
            return Result(0.0, f"{len(parts)} of unit {args.unit}, too few to be in order")
        keys = [sort_key(part, args.locale) for part in parts]
        for place, (left, right) in enumerate(pairwise(keys)):
            if (right < left) if args.order == "ascending" else (left < right):
                return Result(0.0, f"“{parts[place][:40]}” stands before “{parts[place + 1][:40]}”")
        return decide(True, f"{len(parts)} parts in order")


def _parts(scope: Scope, unit: _Unit) -> list[str]:
    if unit == "heading":
        below = [heading for heading in scope.headings if heading.node is not scope.node]
        top = min((heading.level for heading in below), default=0)
        return [heading.text for heading in below if heading.level == top]
    if unit == "word":
        return scope.words
    return [view.text for view in scope.units(unit)]
