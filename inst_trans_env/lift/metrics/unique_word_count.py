"""How many different words a text has."""

from __future__ import annotations

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView


class UniqueWordCount(TextMetric[EachBounds]):
    """Case does not count; inflected forms are different words."""

    name = "unique_word_count"
    summary = "The text has a number of different words."
    Args = EachBounds
    passes = Example("Rain, rain and snow.", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("Rain, rain, RAIN.", {"lower_bound": 2})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the visible text."""
        return bounded(len({fold(word) for word in view.words}), args, "different words")
