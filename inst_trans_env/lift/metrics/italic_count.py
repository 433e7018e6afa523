"""How much of a text is set in italic."""

from __future__ import annotations

from inst_trans_env.lift.document.leaves import shows_text
from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class ItalicCount(CountMetric[Bounds]):
    """Counts stretches with visible text; signs that open and never close count nothing."""

    name = "italic_count"
    summary = "There is a number of stretches of text in italic."
    Args = Bounds
    passes = Example("*a* and <em>b</em>", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("**a**, `*b*`, *c and \\*d\\*", {"lower_bound": 1})
    noun = "stretches in italic"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count elements."""
        return sum(map(shows_text, scope.find("em")))
