"""How many tables there are."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class TableCount(CountMetric[Bounds]):
    """Counts tables."""

    name = "table_count"
    summary = "There is a number of tables."
    Args = Bounds
    passes = Example("| a |\n|---|\n| 1 |", {"lower_bound": 1, "upper_bound": 1})
    fails = Example("| a |\n| 1 |", {"lower_bound": 1})
    noun = "tables"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count table elements."""
        return sum(map(scope.shows, scope.find("table")))
