"""What every trainer's adapter calls: a completion of a known task in, a reward and its parts out."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.scoring import Judge, Score, Scorer
from inst_trans_env.scoring.rewards import formula
from inst_trans_env.tasks import Task, load_tasks


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one completion earned.

    Attributes:
        reward: a number in [0, 1]; None when the judge gave no verdict, so that nothing is known.
        metrics: gates as 0 or 1, graded scores and quality, by their names.
        error: why there is no reward.
    """

    reward: float | None
    metrics: Mapping[str, float] = field(default_factory=dict)
    error: str = ""


class TaskReward:
    """Scores completions of a set of tasks under one rule set and one reward formula.

    Args:
        tasks: the tasks that completions answer.
        scorer: says what holds of an answer.
        formula: name of the reward formula, see `inst_trans_env.scoring.rewards`.

    Attributes:
        tasks: the tasks.
        metric_names: every name that an outcome's metrics can have.

    Raises:
        UserError: the formula is unknown, or the rule set cannot read a task.
    """

    def __init__(self, tasks: Sequence[Task], scorer: Scorer, formula: str = "if_score") -> None:
        scorer.check_tasks(tasks)
        self.tasks = tuple(tasks)
        self._scorer = scorer
        self._formula = _formula(formula)
        self._by_id = {task.case_id: task for task in tasks}
        self.metric_names = scorer.metric_names(tasks)

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

    def task(self, case_id: str) -> Task:
        """Return a task by its id, or raise `UserError` with the nearest id that there is."""
        if case_id not in self._by_id:
            near = difflib.get_close_matches(str(case_id), self._by_id, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UserError(f"no task has the case_id {case_id!r}.{hint}")
        return self._by_id[case_id]

    async def aoutcome(self, case_id: str, completion: str) -> Outcome:
        """Score one completion; a judge's failure is an outcome without a reward."""
        task = self.task(case_id)
        try:
            score = await self._scorer.ascore(task, completion)
        except JudgeError as error:
            return Outcome(None, error=str(error))
        return self._outcome(score)

    def _outcome(self, score: Score) -> Outcome:
        metrics = {name: float(verdict.passed) for name, verdict in score.gates.items()}
        metrics |= {name: value for name, value in score.graded.items() if value is not None}
        if score.quality is not None:
            metrics["quality"] = score.quality
        return Outcome(self._formula(score), metrics)

    def columns(self, outcome: Outcome) -> dict[str, float]:
        """Return an outcome's metrics under the same names for every task, for trainers that stack them.

        A metric that the task does not have is 0, beside ``<metric>_rows``: mean(metric) / mean(metric_rows) is the
        mean over the tasks that have it.
        """
        named = {name: outcome.metrics.get(name, 0.0) for name in self.metric_names}
        return named | {f"{name}_rows": float(name in outcome.metrics) for name in self.metric_names}

    async def aoutcomes(self, case_ids: Sequence[str], completions: Sequence[str]) -> list[Outcome]:
        """Score completions together, in order."""
        pairs = zip(case_ids, completions, strict=True)
        return await asyncio.gather(*(self.aoutcome(case_id, text) for case_id, text in pairs))

    def outcomes(self, case_ids: Sequence[str], completions: Sequence[str]) -> list[Outcome]:
        """Score completions, in order; blocks. In async code use `aoutcomes`."""
        if self._scorer.judged:
            return asyncio.run(self.aoutcomes(case_ids, completions))
        pairs = zip(case_ids, completions, strict=True)
        return [self._outcome(self._scorer.score(self.task(case_id), text)) for case_id, text in pairs]


_formula = formula
