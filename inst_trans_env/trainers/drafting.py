"""The reward of drafting tasks (LIFT-Bench): the weighted sum, called `lift` among the reward formulas.

It is at most the sum of a task's weights, which is 1 in the benchmark's data.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from inst_trans_env.lift import LiftScore, LiftTask, load_lift_tasks, score_document, score_document_async
from inst_trans_env.lift.scoring import check_reward
from inst_trans_env.trainers.core import Item, Outcome, Reward, find

if TYPE_CHECKING:
    from inst_trans_env.judge import JudgeClient


class DraftReward(Reward):
    """Scores documents by the weighted sum of their constraints.

    Args:
        tasks: the tasks that completions answer.
        client: asks the judge; without one judged constraints are left out, weight and all.
        judge_model: another judge than the one that each constraint names.

    Raises:
        UserError: a task would have no reward: all its weight is judged, and nobody judges.
    """

    def __init__(
        self, tasks: Sequence[LiftTask], client: JudgeClient | None = None, judge_model: str | None = None
    ) -> None:
        self.items = tuple(_item(task) for task in tasks)
        groups = sorted({entry.weight_group for task in tasks for entry in task.evaluations})
        self.metric_names = ("verifiable", "judged", *(f"group_{name}" for name in groups))
        self.judged = client is not None
        self._client = client
        self._model = judge_model
        self._by_id = {task.example_id: task for task in tasks}
        if client is None:
            for task in tasks:
                check_reward(task)

    @classmethod
    def load(
        cls,
        source: str | Path = "sample",
        *,
        client: JudgeClient | None = None,
        judge_model: str | None = None,
    ) -> Self:
        """Load tasks (``sample:CONFIG/SPLIT``, a JSONL file, ``hub``) and make the reward."""
        return cls(tuple(load_lift_tasks(source)), client, judge_model)

    def check(self, case_id: str) -> None:
        """Raise `UserError` unless there is a task of this id."""
        find(self._by_id, case_id)

    def by_rules(self, case_id: str, completion: str) -> Outcome:
        """Score one document by its verifiable constraints."""
        return _outcome(score_document(find(self._by_id, case_id), completion))

    async def by_judge(self, case_id: str, completion: str) -> Outcome:
        """Score one document, judged constraints as well; `JudgeError` when there is no verdict."""
        task = find(self._by_id, case_id)
        if self._client is None:
            return self.by_rules(case_id, completion)
        async with self._client as client:
            return _outcome(await score_document_async(task, completion, client, self._model))


def _outcome(score: LiftScore) -> Outcome:
    return Outcome(score.reward, score.subtotals())


def _item(task: LiftTask) -> Item:
    return Item(task.example_id, task.prompt, {"config": task.dataset_name, "topic": task.topic})
