"""How many lines a text has."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView


class LineCount(TextMetric[EachBounds]):
    """Counts lines as rendered: a paragraph is one line unless it holds hard breaks."""

    name = "line_count"
    summary = "The text has a number of lines that are not blank, as rendered."
    Args = EachBounds
    passes = Example("Roses  \nViolets", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("Roses\nViolets", {"lower_bound": 2, "upper_bound": 2})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the visible text."""
        return bounded(len(view.lines), args, "lines")
