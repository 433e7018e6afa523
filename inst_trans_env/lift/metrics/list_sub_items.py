"""How many sub-items each item has."""

from __future__ import annotations

from inst_trans_env.lift.lists import items
from inst_trans_env.lift.metrics.base import Bounds, Example, Metric, Result, bounded
from inst_trans_env.lift.scope import Scope


class ListSubItems(Metric[Bounds]):
    """Every item of the outermost lists must meet the bounds."""

    name = "list_sub_items"
    summary = "Every top-level list item has a number of items directly below it."
    Args = Bounds
    passes = Example("- a\n  - b\n  - c\n- d\n  1. e\n  2. f", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("- a\n  - b\n  - c\n- d", {"lower_bound": 2, "upper_bound": 2})

    def score(self, scope: Scope, args: Bounds) -> Result:
        """Check item after item."""
        top = [item for item in items(scope) if item.depth == 1]
        for number, item in enumerate(top, 1):
            result = bounded(item.sub_items, args, f"sub-items in item {number}")
            if not result.passed:
                return result
        return Result(1.0, f"holds for {len(top)} items") if top else Result(0.0, "there is no list")
