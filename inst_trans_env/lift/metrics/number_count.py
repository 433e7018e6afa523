"""How many numbers a text has."""

from __future__ import annotations

import re

from inst_trans_env.lift.lexical import UNSPACED
from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView

# A word may end in digits (H2O), but what stands before them in a script without spaces is another word (第3章).
_NUMBER = re.compile(rf"(?:(?<![\w.,])|(?<=[{UNSPACED}]))\d++(?:[.,:/\u00a0\u2009\u202f]\d++)*+")


class NumberCount(TextMetric[EachBounds]):
    """A number with its separators is one; digits inside a word (``H2O``) are none; spelled ones neither."""

    name = "number_count"
    summary = "There is a number of numbers written in digits."
    Args = EachBounds
    passes = Example("1,000 of 2.5 km in 2024.", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("H2O and two COVID19", {"lower_bound": 1})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the visible text."""
        return bounded(len(_NUMBER.findall(view.text)), args, "numbers")
