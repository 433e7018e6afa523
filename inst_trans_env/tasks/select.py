"""Choosing tasks by what they declare: domain, constraint, language pair."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from inst_trans_env.errors import UserError
from inst_trans_env.tasks.schema import Task


def select_tasks(
    tasks: Sequence[Task],
    *,
    domains: Collection[str] = (),
    constraint_ids: Collection[str] = (),
    language_pairs: Collection[str] = (),
    limit: int | None = None,
) -> list[Task]:
    """Return the tasks that pass every filter given, in order, at most `limit` of them.

    Args:
        tasks: what to choose from.
        domains: keep tasks of any of these domains.
        constraint_ids: keep tasks that declare at least one of these.
        language_pairs: keep tasks of any of these pairs, written ``zh-en``.
        limit: how many to keep, counted after the filters; all by default.

    Raises:
        UserError: a value occurs in no task, or no task is left.
    """
    if limit is not None and limit < 1:
        raise UserError(f"limit must be at least 1, got {limit}")
    passing = (
        _passing(tasks, "domain", domains, lambda task: (task.domain,)),
        _passing(tasks, "constraint id", constraint_ids, lambda task: task.constraint_ids),
        _passing(tasks, "language pair", language_pairs, lambda task: (language_pair(task),)),
    )
    chosen = [task for task, kept in zip(tasks, zip(*passing, strict=True), strict=True) if all(kept)]
    if not chosen:
        raise UserError("no task passes all filters together: drop one of them")
    return chosen[:limit]


def language_pair(task: Task) -> str:
    """Return source and target language as ``zh-en``."""
    return f"{task.source_lang}-{task.target_lang}"


def _passing(
    tasks: Sequence[Task], what: str, wanted: Collection[str], values: Callable[[Task], Iterable[str]]
) -> list[bool]:
    """Tell for each task whether it has one of the wanted values; all pass where nothing is wanted."""
    present = sorted({value for task in tasks for value in values(task)})
    for value in wanted:
        if value not in present:
            raise UserError(f"no task has the {what} {value!r}; there are: {', '.join(present)}")
    return [not wanted or not set(wanted).isdisjoint(values(task)) for task in tasks]
