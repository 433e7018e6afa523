"""Which task a rollout answers: by the row it carries, by the id it names, or by its prompt."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.files import dump_line
from inst_trans_env.rollouts.rollout import Rollout
from inst_trans_env.stats.signature import task_digest
from inst_trans_env.tasks import Task
from inst_trans_env.tasks.prompt import parse_prompt

CARRIED = 4096
"""Tasks of rows that rollouts carried, kept at hand."""

_OPENING = "请将以下"


@dataclass(frozen=True, slots=True)
class KnownTask:
    """A task with what is worked out once.

    Attributes:
        task: the task.
        group: its case id and the digest of its row: rollouts of one group answer the very same task.
        hashed: a number in [0, 2**64) that follows from the group alone.
        signature: that a score of an answer to it has now.
        row: the task as a JSON line.
    """

    task: Task
    group: str
    hashed: int
    signature: str
    row: bytes


class Taskbook:
    """Finds tasks.

    Args:
        tasks: for rollouts that carry no row.
        check: raises `DataError` for a task that the rules cannot read.
        sign: returns the signature of a score of an answer to a task.
    """

    def __init__(
        self, tasks: Sequence[Task], check: Callable[[Task], None], sign: Callable[[Task], str]
    ) -> None:
        self._check, self._sign = check, sign
        self._tasks = {task.case_id: task for task in tasks}
        self._known: dict[str, KnownTask] = {}
        self._carried: OrderedDict[str, tuple[Mapping[str, Any], KnownTask]] = OrderedDict()
        self._by_prompt: dict[tuple[str, ...], str] = {}

    def find(self, rollout: Rollout) -> KnownTask:
        """Return the task of a rollout.

        Raises:
            DataError: its row cannot be read, or no task of the data has its id or its prompt.
        """
        if rollout.row is not None:
            return self._of_row(rollout.row)
        if rollout.case_id:
            return self._of_id(rollout.case_id)
        return self._of_id(self._id_of_prompt(rollout.prompt))

    def _of_row(self, row: Mapping[str, Any]) -> KnownTask:
        case_id = str(row.get("case_id"))
        if case_id in self._carried and self._carried[case_id][0] == row:
            self._carried.move_to_end(case_id)
            return self._carried[case_id][1]
        task = Task.from_row(row)
        for name in ("case_id", "prompt"):
            if not getattr(task, name):
                raise DataError(f"field {name} of the task: missing")
        known = self._know(task)
        self._carried[case_id] = row, known
        if len(self._carried) > CARRIED:
            self._carried.popitem(last=False)
        return known

    def _of_id(self, case_id: str) -> KnownTask:
        if case_id not in self._known:
            if case_id not in self._tasks:
                count = len(self._tasks)
                raise DataError(f"case_id {case_id!r} is not among the {count} tasks of --data")
            self._known[case_id] = self._know(self._tasks[case_id])
        return self._known[case_id]

    def _know(self, task: Task) -> KnownTask:
        self._check(task)
        group = f"{task.case_id}\0{task_digest(task)[:16]}"
        digest = hashlib.blake2b(group.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        row = dump_line(task.to_row()).encode()
        return KnownTask(task, group, int.from_bytes(digest), self._sign(task), row)

    def _id_of_prompt(self, prompt: str) -> str:
        if not self._by_prompt:
            self._by_prompt = {_prompt_key(task.prompt): case for case, task in self._tasks.items()}
        case_id = self._by_prompt.get(_prompt_key(prompt))
        if case_id is None:
            raise DataError("neither a case_id nor the prompt of a task of --data: log the case_id")
        return case_id


def _prompt_key(prompt: str) -> tuple[str, ...]:
    """Return what a prompt asks for: the same with a chat template's marks around it."""
    try:
        parts = parse_prompt(prompt)
    except DataError:
        return (prompt.strip(),)
    head = prompt[: prompt.index("\n\n【源文】\n")]
    return head[head.rfind(_OPENING) :], parts.source_text.strip(), *parts.constraints
