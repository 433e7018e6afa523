"""Options of `inst-trans lift` that say which tasks, and how their selectors count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from inst_trans_env.errors import UserError
from inst_trans_env.lift import LiftTask, LiftTaskSet, load_lift_tasks
from inst_trans_env.lift.load import SPLITS
from inst_trans_env.spelling import not_found

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--data",
        default="sample",
        show_default=True,
        metavar="SOURCE",
        help="Tasks: a JSONL file, a folder of CONFIG/SPLIT.jsonl, `sample[:CONFIG/SPLIT]`, or `hub[:revision]`.",
    ),
    click.option("--config", metavar="NAME", help="Config, for a folder, sample or hub."),
    click.option("--split", type=click.Choice(SPLITS), default="test", show_default=True, help="Likewise."),
    click.option(
        "--index-base", type=click.Choice(["0", "1"]), help="First index; as outlines show if unset."
    ),
)


def lift_options(function: F) -> F:
    """Add the options to a command that takes them as ``**source``."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def load(data: str, config: str | None, split: str, index_base: str | None) -> LiftTaskSet:
    """Return the tasks that the options name."""
    base = None if index_base is None else 0 if index_base == "0" else 1
    return load_lift_tasks(data, config=config, split=split, base=base)  # type: ignore[arg-type]


def find_example(tasks: list[LiftTask], example_id: str) -> LiftTask:
    """Return the task with this id, or raise `UserError` with the nearest ids that there are."""
    by_id = {task.example_id: task for task in tasks}
    if example_id not in by_id:
        raise UserError(not_found("example_id", example_id, by_id))
    return by_id[example_id]
