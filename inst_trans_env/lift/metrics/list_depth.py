"""How deep lists are nested."""

from __future__ import annotations

from inst_trans_env.lift.lists import lists
from inst_trans_env.lift.metrics.base import Bounds, Example, Metric, Result, bounded
from inst_trans_env.lift.scope import Scope


class ListDepth(Metric[Bounds]):
    """Looks at the deepest list of the scope."""

    name = "list_depth"
    summary = "Lists are nested a number of levels deep; a flat list has one."
    Args = Bounds
    passes = Example("- a\n  - b\n- c", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("- a\n- b", {"lower_bound": 2})

    def score(self, scope: Scope, args: Bounds) -> Result:
        """Compare the depth; without a list there is nothing to look at."""
        depth = max((found.depth for found in lists(scope)), default=0)
        if not depth:
            return Result(0.0, "there is no list")
        return bounded(depth, args, "levels of lists")
