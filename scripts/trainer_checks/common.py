"""What the checks share: a line for each, tasks, and a judge that is out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from inst_trans_env import Task
from inst_trans_env.errors import JudgeError
from inst_trans_env.files import write_jsonl
from inst_trans_env.judge import QualityJudgement, SoftJudgement
from inst_trans_env.tasks import load_tasks

_FAILED: list[str] = []


def check(what: str, holds: bool) -> None:
    """Print whether something holds, and remember what does not."""
    print(f"  {'ok  ' if holds else 'FAIL'} {what}", flush=True)
    if not holds:
        _FAILED.append(what)


def finish() -> None:
    """End the process: 1 if a check failed."""
    sys.exit(1 if _FAILED else 0)


def mixed_tasks(folder: Path) -> tuple[list[Task], Path]:
    """Return tasks of the sample that differ in their constraints, and the file that holds them."""
    tasks = [task for task in load_tasks("sample") if not task.soft_ids][::12]
    write_jsonl(folder / "tasks.jsonl", [task.to_row() for task in tasks])
    return tasks, folder / "tasks.jsonl"


class Out:
    """A judge that is out."""

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        """Raise."""
        raise JudgeError("the judge is out")

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        """Raise."""
        raise JudgeError("the judge is out")
