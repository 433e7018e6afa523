"""How often signs occur."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, Text, TextMetric, bounded, doc
from inst_trans_env.lift.punctuation import variants
from inst_trans_env.lift.scope import TextView


class PunctuationCountArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `PunctuationCount`."""

    characters: Annotated[Text, doc("The signs, one after the other, e.g. `?!`; counted together.")]


class PunctuationCount(TextMetric[PunctuationCountArgs]):
    """Full-width and local forms count."""

    name = "punctuation_count"
    summary = "Given signs occur a number of times, taken together."
    Args = PunctuationCountArgs
    passes = Example("Why? 为什么？", {"characters": "?", "lower_bound": 2, "upper_bound": 2})
    fails = Example("Why. `No`!", {"characters": "?", "lower_bound": 1})

    def check(self, view: TextView, args: PunctuationCountArgs) -> Result:
        """Count in the visible text."""
        count = sum(view.text.count(sign) for sign in variants(args.characters))
        return bounded(count, args, f"of the signs {args.characters}")
