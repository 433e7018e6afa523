"""How many horizontal rules there are."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class RuleCount(CountMetric[Bounds]):
    """A line of dashes below a paragraph is a heading, not a rule."""

    name = "rule_count"
    summary = "There is a number of horizontal rules."
    Args = Bounds
    passes = Example("a\n\n---\n\nb", {"lower_bound": 1, "upper_bound": 1})
    fails = Example("a\n---\n\nb", {"lower_bound": 1})
    noun = "horizontal rules"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count elements."""
        return len(scope.find("hr"))
