"""How many words are written in capitals."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView


class CapitalWordCount(TextMetric[EachBounds]):
    """A word of one letter counts too."""

    name = "capital_word_count"
    summary = "A number of words stand in capitals throughout."
    Args = EachBounds
    passes = Example("NASA and the EU said NO.", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("Nasa and the Eu said No 5.", {"lower_bound": 1})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the visible text."""
        return bounded(sum(map(str.isupper, view.words)), args, "words in capitals")
