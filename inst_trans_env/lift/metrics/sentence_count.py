"""How many sentences a text has."""

from __future__ import annotations

from inst_trans_env.lift.document.leaves import is_visible
from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView


class SentenceCount(TextMetric[EachBounds]):
    """Counts sentences of paragraphs and list items; headings, tables and code hold none."""

    name = "sentence_count"
    summary = "The text, or each part of it, has a number of sentences."
    Args = EachBounds
    passes = Example("Dr. Who paid 3.50. Why? 他走了。", {"lower_bound": 3, "upper_bound": 3})
    fails = Example("Only one here, e.g. this.", {"lower_bound": 2})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the prose."""
        if not is_visible(view.prose):
            return Result(0.0, "there is no prose")
        return bounded(len(view.sentences), args, "sentences")
