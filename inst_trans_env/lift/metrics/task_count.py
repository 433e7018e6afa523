"""How many task items there are."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope


class TaskCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `TaskCount`."""

    state: Annotated[Literal["any", "done", "open"], doc("Which boxes count: all, ticked, not ticked.")] = (
        "any"
    )


class TaskCount(CountMetric[TaskCountArgs]):
    """A task is a list item that begins with a box."""

    name = "task_count"
    summary = "There is a number of task-list items, ticked or not."
    Args = TaskCountArgs
    passes = Example("- [x] a\n- [ ] b", {"state": "done", "lower_bound": 1, "upper_bound": 1})
    fails = Example("[x] a\n\n- (x) b", {"lower_bound": 1})
    noun = "tasks"

    def count(self, scope: Scope, args: TaskCountArgs) -> int:
        """Count boxes in the wanted state."""
        wanted = {"any": {"true", "false"}, "done": {"true"}, "open": {"false"}}[args.state]
        return sum(node.attrs["checked"] in wanted for node in scope.find("task"))
