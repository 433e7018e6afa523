"""How many lists there are."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.lists import lists
from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope


class ListCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `ListCount`."""

    kind: Annotated[Literal["any", "bullet", "ordered"], doc("Which lists count.")] = "any"


class ListCount(CountMetric[ListCountArgs]):
    """Counts lists that are not nested in another."""

    name = "list_count"
    summary = "There is a number of lists (nested ones do not count)."
    Args = ListCountArgs
    passes = Example("1. a\n1. b\n\ntext\n\n3. c", {"kind": "ordered", "lower_bound": 2, "upper_bound": 2})
    fails = Example("- a\n  - b\n    - c", {"lower_bound": 2})
    noun = "lists"

    def count(self, scope: Scope, args: ListCountArgs) -> int:
        """Count outermost lists of the wanted kind."""
        return sum(found.depth == 1 and args.kind in {"any", found.kind} for found in lists(scope))
