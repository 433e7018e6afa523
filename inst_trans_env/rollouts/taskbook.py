"""Which task a rollout answers: by the row it carries, by the id it names, or by its prompt."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.files import dump_line
from inst_trans_env.rollouts.prompts import Prompts
from inst_trans_env.rollouts.rollout import Rollout
from inst_trans_env.rollouts.subject import Subject

CARRIED = 4096
"""Tasks of rows that rollouts carried, kept at hand."""


@dataclass(frozen=True, slots=True)
class KnownTask:
    """A task with what is worked out once.

    Attributes:
        task: the task.
        case_id: its id.
        group: its id and the digest of its row: rollouts of one group answer the very same task.
        hashed: a number in [0, 2**64) that follows from the group alone.
        signature: that a score of an answer to it has now.
        row: the task as a JSON line.
    """

    task: Any
    case_id: str
    group: str
    hashed: int
    signature: str
    row: bytes


class Taskbook:
    """Finds tasks.

    Args:
        subject: what the tasks are.
        tasks: for rollouts that carry no row.
    """

    def __init__(self, subject: Subject[Any], tasks: Sequence[Any]) -> None:
        self._subject = subject
        self._tasks = {subject.id_of(task): task for task in tasks}
        self._known: dict[str, KnownTask] = {}
        self._carried: OrderedDict[str, tuple[Mapping[str, Any], KnownTask]] = OrderedDict()
        self._prompts: Prompts | None = None

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
        case_id = str(row.get(self._subject.id_field))
        if case_id in self._carried and self._carried[case_id][0] == row:
            self._carried.move_to_end(case_id)
            return self._carried[case_id][1]
        known = self._know(self._subject.of_row(row))
        self._carried[case_id] = row, known
        if len(self._carried) > CARRIED:
            self._carried.popitem(last=False)
        return known

    def _of_id(self, case_id: str) -> KnownTask:
        if case_id not in self._known:
            if case_id not in self._tasks:
                count = len(self._tasks)
                raise DataError(
                    f"{self._subject.id_field} {case_id!r} is not among the {count} tasks of --data"
                )
            self._known[case_id] = self._know(self._tasks[case_id])
        return self._known[case_id]

    def _know(self, task: Any) -> KnownTask:
        subject = self._subject
        subject.check(task)
        case_id = subject.id_of(task)
        named = f"{case_id}\0{subject.digest(task)[:16]}"
        # An id may be any string, a lone surrogate too.
        group = named.encode("utf-8", "backslashreplace").decode()
        digest = hashlib.blake2b(named.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        row = dump_line(subject.to_row(task)).encode()
        return KnownTask(task, case_id, group, int.from_bytes(digest), subject.sign(task), row)

    def _id_of_prompt(self, prompt: str) -> str:
        if self._prompts is None:
            self._prompts = self._subject.prompts_of(self._tasks.values())
        ids, name = self._prompts.find(prompt), self._subject.id_field
        if not ids:
            raise DataError(f"neither a {name} nor the prompt of a task of --data: log the {name}")
        if len(ids) > 1:
            raise DataError(
                f"the prompt is that of {len(ids)} tasks, {ids[0]!r} and {ids[1]!r}: log the {name}"
            )
        return ids[0]
