"""How often a letter occurs."""

from __future__ import annotations

from typing import Annotated

import msgspec

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded, doc
from inst_trans_env.lift.scope import TextView


class LetterCountArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `LetterCount`."""

    letter: Annotated[Annotated[str, msgspec.Meta(min_length=1, max_length=4)], doc("One letter or sign.")]


class LetterCount(TextMetric[LetterCountArgs]):
    """Counts a letter in any case."""

    name = "letter_count"
    summary = "A letter (or any single sign) occurs a number of times, in either case."
    Args = LetterCountArgs
    passes = Example("Zebras and a zoo.", {"letter": "z", "lower_bound": 2, "upper_bound": 2})
    fails = Example("Zebras and a shoe.", {"letter": "z", "lower_bound": 2, "upper_bound": 2})

    def check(self, view: TextView, args: LetterCountArgs) -> Result:
        """Count in the visible text."""
        return bounded(fold(view.text).count(fold(args.letter)), args, f"times “{args.letter}”")
