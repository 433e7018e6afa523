"""A task as rollouts carry it: its row, and how its selectors count, which the row itself does not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.lift.schema import LiftTask, task_from_row
from inst_trans_env.lift.selectors import AMONG, BASES, Indexing, infer_indexing


def to_wire(task: LiftTask) -> dict[str, Any]:
    """Return the row of the dataset with ``index_base`` and ``index_among``."""
    return task.to_row() | {"index_base": task.indexing.base, "index_among": task.indexing.among}


def from_wire(row: Mapping[str, Any]) -> LiftTask:
    """Return the task of a carried row, or raise `DataError`.

    A trace holds the row flat: ``evaluations`` beside the other fields, and the messages as ``prompt`` and
    ``system_prompt``. A row that does not say how its selectors count is counted as its own outline shows.
    """
    data = dict(row)
    if "evaluations" in data:
        data["info"] = {"evaluations": data["evaluations"]}
    if isinstance(data.get("prompt"), str):
        data["prompt"] = _messages(data["prompt"], data.get("system_prompt"))
    task = task_from_row(data)
    return replace(task, indexing=_indexing(task, data.get("index_base"), data.get("index_among")))


def _messages(prompt: str, system: str | None) -> list[dict[str, str]]:
    first = [{"role": "system", "content": system}] if system else []
    return [*first, {"role": "user", "content": prompt}]


def _indexing(task: LiftTask, base: Any, among: Any) -> Indexing:
    if base not in BASES or among not in AMONG:
        raise DataError(f"field index_base or index_among: no way of counting ({base!r}, {among!r})")
    if base is not None and among is not None:
        return Indexing(base, among)
    selectors = [entry.selector for entry in task.evaluations]
    return infer_indexing([(task.document_outline, selectors)], base, among).indexing
