"""Texts that stand between two marks."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Each, Example, Result, Text, TextMetric, decide, doc
from inst_trans_env.lift.scope import TextView


class WrappedInArgs(Each, frozen=True, kw_only=True):
    """Arguments of `WrappedIn`."""

    opening: Annotated[Text, doc('What the text begins with, e.g. `"` or `«`.')]
    closing: Annotated[Text, doc("What it ends with.")]


class WrappedIn(TextMetric[WrappedInArgs]):
    """Something must stand between the marks."""

    name = "wrapped_in"
    summary = "The text stands between two marks, such as quotation marks."
    Args = WrappedInArgs
    passes = Example("«Rain falls.»", {"opening": "«", "closing": "»"})
    fails = Example("«Rain» falls.", {"opening": "«", "closing": "»"})

    def check(self, view: TextView, args: WrappedInArgs) -> Result:
        """Look at both ends of the visible text."""
        text = view.text.strip()
        inner = text.removeprefix(args.opening).removesuffix(args.closing).strip()
        wrapped = (
            text.startswith(args.opening)
            and text.endswith(args.closing)
            and len(text) >= len(args.opening) + len(args.closing) + 1
            and bool(inner)
        )
        return decide(
            wrapped, f"the text {'stands' if wrapped else 'does not stand'} in {args.opening}…{args.closing}"
        )
