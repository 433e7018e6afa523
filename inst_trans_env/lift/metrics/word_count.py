"""How many words a text has."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView


class WordCount(TextMetric[EachBounds]):
    """Counts words by Unicode segmentation, with dictionaries for scripts without spaces."""

    name = "word_count"
    summary = "The text, or each part of it, has a number of words."
    Args = EachBounds
    passes = Example("It's *three* words.\n\n<!-- not these -->", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("我爱北京天安门", {"upper_bound": 2})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the visible text."""
        return bounded(len(view.words), args, "words")
