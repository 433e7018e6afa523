"""The reward of translation tasks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from inst_trans_env.scoring import Judge, Score, Scorer
from inst_trans_env.scoring.rewards import formula as reward_formula
from inst_trans_env.tasks import Task, load_tasks
from inst_trans_env.trainers.core import Item, Outcome, Reward, find


class TaskReward(Reward):
    """Scores translations under one rule set and one reward formula.

    Args:
        tasks: the tasks that completions answer.
        scorer: says what holds of an answer.
        formula: name of the reward formula, see `inst_trans_env.scoring.rewards`.

    Raises:
        UserError: the formula is unknown, or the rule set cannot read a task.
    """

    def __init__(self, tasks: Sequence[Task], scorer: Scorer, formula: str = "if_score") -> None:
        scorer.check_tasks(tasks)
        self.items = tuple(_item(task) for task in tasks)
        self.metric_names = tuple(scorer.metric_names(tasks))
        self.judged = scorer.judged
        self._scorer = scorer
        self._formula = reward_formula(formula)
        self._by_id = {task.case_id: task for task in tasks}

    @classmethod
    def load(
        cls,
        source: str | Path = "sample",
        *,
        rules: str = "strict",
        formula: str = "if_score",
        judge: Judge | None = None,
        quality: bool = False,
    ) -> Self:
        """Load tasks and make the scorer: what most users want."""
        return cls(load_tasks(source), Scorer(rules, judge, quality=quality), formula)

    def check(self, case_id: str) -> None:
        """Raise `UserError` unless there is a task of this id."""
        find(self._by_id, case_id)

    def by_rules(self, case_id: str, completion: str) -> Outcome:
        """Score one completion without a judge."""
        return self._outcome(self._scorer.score(find(self._by_id, case_id), completion))

    async def by_judge(self, case_id: str, completion: str) -> Outcome:
        """Score one completion, soft constraints as well; `JudgeError` when there is no verdict."""
        return self._outcome(await self._scorer.ascore(find(self._by_id, case_id), completion))

    def _outcome(self, score: Score) -> Outcome:
        metrics = {name: float(verdict.passed) for name, verdict in score.gates.items()}
        metrics |= {name: value for name, value in score.graded.items() if value is not None}
        if score.quality is not None:
            metrics["quality"] = score.quality
        return Outcome(self._formula(score), metrics)


def _item(task: Task) -> Item:
    facts = {"target_lang": task.target_lang, "domain": task.domain}
    return Item(task.case_id, ({"role": "user", "content": task.prompt},), facts)
