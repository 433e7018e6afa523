"""How many characters a text has."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded, doc
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.segment import graphemes


class CharacterCountArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `CharacterCount`."""

    count_spaces: Annotated[bool, doc("Whether white space counts.")] = True


class CharacterCount(TextMetric[CharacterCountArgs]):
    """Counts what a reader takes for one character (grapheme clusters)."""

    name = "character_count"
    summary = "The text has a number of characters, as a reader counts them."
    Args = CharacterCountArgs
    passes = Example("e\u0301te\u0301", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("**four**", {"lower_bound": 8})

    def check(self, view: TextView, args: CharacterCountArgs) -> Result:
        """Count in the visible text."""
        text = view.text if args.count_spaces else "".join(view.text.split())
        return bounded(len(graphemes(text)), args, "characters")
