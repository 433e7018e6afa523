"""How many items lists have."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.lists import items
from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope


class ListItemCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `ListItemCount`."""

    kind: Annotated[Literal["any", "bullet", "ordered", "task"], doc("Which items count.")] = "any"
    top_level_only: Annotated[bool, doc("Leave out the items of nested lists.")] = True


class ListItemCount(CountMetric[ListItemCountArgs]):
    """Counts the items of all lists in the scope."""

    name = "list_item_count"
    summary = "Lists have a number of items: bulleted, numbered or task items."
    Args = ListItemCountArgs
    passes = Example("- a\n- b\n  - c", {"kind": "bullet", "lower_bound": 2, "upper_bound": 2})
    fails = Example("1. a\n2. b\n\n```\n- c\n- d\n```", {"kind": "bullet", "lower_bound": 2})
    noun = "list items"

    def count(self, scope: Scope, args: ListItemCountArgs) -> int:
        """Count items of the wanted kind."""
        return sum(
            args.kind in ("any", item.kind, "task" if item.is_task else "any")
            for item in items(scope)
            if item.depth == 1 or not args.top_level_only
        )
