"""How often a word or phrase occurs."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, Text, TextMetric, bounded, doc
from inst_trans_env.lift.scope import TextView


class LexicalCountArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `LexicalCount`."""

    string: Annotated[Text, doc("The word or phrase; white space around it is left out.")]
    case_sensitive: Annotated[bool, doc("Whether case counts.")] = False
    match: Annotated[
        Literal["word", "substring"],
        doc("`word`: whole words (in scripts without spaces, any occurrence); `substring`: anywhere."),
    ] = "word"


class LexicalCount(TextMetric[LexicalCountArgs]):
    """Counts occurrences that do not overlap and stand in one paragraph, heading, item, cell or line of code."""

    name = "lexical_count"
    summary = "A word or phrase occurs a number of times."
    Args = LexicalCountArgs
    passes = Example(
        "The climate of a Climate zone.", {"string": "climate", "lower_bound": 2, "upper_bound": 5}
    )
    fails = Example(
        "The climatic zone of a climate.", {"string": "climate", "lower_bound": 2, "upper_bound": 5}
    )

    def check(self, view: TextView, args: LexicalCountArgs) -> Result:
        """Count in the visible text."""
        finder = view.cased_terms if args.case_sensitive else view.terms
        count = finder.count(args.string, whole=args.match == "word")
        return bounded(count, args, f"times “{args.string}”")
