"""The one scorer that evaluation, rewards and filtering call."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import TYPE_CHECKING, Protocol

from inst_trans_env.constraints.registry import rule_set
from inst_trans_env.errors import DataError, JudgeError, UserError
from inst_trans_env.scoring.score import Score, if_score
from inst_trans_env.tasks.schema import Task

if TYPE_CHECKING:
    from inst_trans_env.judge import QualityJudgement, SoftJudgement

CHUNK = 64
"""Answers that a worker process scores at a time."""


class Judge(Protocol):
    """Who scores what rules cannot; raises `JudgeError` when there is no verdict to be had."""

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        """Return a verdict for each of the named soft constraints."""

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        """Return the translation quality."""


class Scorer:
    """Scores answers under one rule set, with or without a judge.

    Args:
        rules: name of the rule set.
        judge: scores soft constraints; without one they stay unscored and the reward is rule-only.
        quality: whether the judge also scores translation quality.

    Raises:
        UserError: the rule set is unknown.
    """

    def __init__(
        self, rules: str = "published", judge: Judge | None = None, *, quality: bool = False
    ) -> None:
        if quality and judge is None:
            raise UserError("translation quality needs a judge")
        self._rules = rule_set(rules)
        self._judge = judge
        self._quality = quality

    @property
    def rules(self) -> str:
        """Name and version of the rule set, e.g. ``published.1``."""
        return f"{self._rules.name}.{self._rules.version}"

    @property
    def judged(self) -> bool:
        """Whether a judge scores what rules leave open."""
        return self._judge is not None

    def check_tasks(self, tasks: Iterable[Task]) -> None:
        """Raise `DataError` for the first task with a constraint that the rule set cannot read."""
        for number, task in enumerate(tasks, 1):
            place = f", {task.place}" if task.place else ""
            self._check(task, f"row {number} (case {task.case_id!r}{place})")

    def _check(self, task: Task, where: str) -> None:
        """Raise `DataError` where a gate of the row would have nothing that it could read."""
        try:
            self._rules.check_task(task)
        except DataError as error:
            raise DataError(f"{where}: {error}") from error

    def metric_names(self, tasks: Sequence[Task]) -> list[str]:
        """Return the names of all gates and graded scores that answers to the tasks can have, sorted."""
        # Gates that every row has are in any score; the others are those that rows declare.
        everywhere = self._by_rules(tasks[0], tasks[0].source_text).gates if tasks else {}
        quality = {"quality"} if self._quality else set()
        return sorted({*everywhere, *quality, *(cid for task in tasks for cid in task.constraint_ids)})

    def score(self, task: Task, prediction: str) -> Score:
        """Score one answer. With a judge this blocks on its calls; in async code use `ascore`.

        Raises:
            DataError: the rule set cannot read a constraint of the row.
            JudgeError: the judge gave no verdict.
        """
        if self._judge is None:
            return self._by_rules(task, prediction)
        return asyncio.run(self.ascore(task, prediction))

    async def ascore(self, task: Task, prediction: str) -> Score:
        """Score one answer, asking the judge for what rules leave open.

        Raises:
            DataError: the rule set cannot read a constraint of the row.
            JudgeError: the judge gave no verdict. There is no partial score.
        """
        score = self._by_rules(task, prediction)
        if self._judge is None or not score.present:
            return score
        open_ids = [cid for cid, value in score.graded.items() if value is None]
        asked_soft = asyncio.ensure_future(self._soft(self._judge, task, prediction, open_ids))
        asked_quality = asyncio.ensure_future(self._judge_quality(self._judge, task, prediction))
        # When one question fails the other's answer is still waited for: it is paid for, and is kept.
        await asyncio.gather(asked_soft, asked_quality, return_exceptions=True)
        soft, quality = asked_soft.result(), asked_quality.result()
        graded = {**score.graded, **(soft.scores if soft else {})}
        remarks = {cid: note for cid, note in soft.notes.items() if note} if soft else {}
        if None in graded.values():
            missing = ", ".join(cid for cid, value in graded.items() if value is None)
            raise JudgeError(f"case {task.case_id!r}: the judge gave no verdict on {missing}")
        return replace(
            score,
            reward=if_score(score.gates, graded),
            graded=graded,
            notes={**score.notes, **remarks},
            quality=quality.score if quality else None,
            judge_tokens=_tokens(soft, quality),
        )

    def left_open(self, task: Task, prediction: str) -> list[str]:
        """Return the soft constraints of a row that no rule settles, so that only a judge can."""
        settled = self._rules.graded(task, prediction)
        return [cid for cid in task.soft_ids if cid not in settled]

    async def _soft(
        self, judge: Judge, task: Task, prediction: str, ids: Sequence[str]
    ) -> SoftJudgement | None:
        return await judge.soft(task, prediction, ids) if ids else None

    async def _judge_quality(self, judge: Judge, task: Task, prediction: str) -> QualityJudgement | None:
        return await judge.quality(task, prediction) if self._quality else None

    def _by_rules(self, task: Task, prediction: str) -> Score:
        self._check(task, f"case {task.case_id!r}")
        graded: dict[str, float | None] = dict.fromkeys(task.soft_ids)
        if not prediction.strip():
            return Score(task.case_id, self.rules, present=False, reward=0.0, graded=graded)
        gates = self._rules.gates(task, prediction)
        settled = self._rules.graded(task, prediction)
        graded.update({cid: verdict.score for cid, verdict in settled.items()})
        notes = {cid: verdict.reason for cid, verdict in settled.items() if verdict.reason}
        return Score(task.case_id, self.rules, True, if_score(gates, graded), gates, graded, notes)

    def score_batch(
        self, tasks: Sequence[Task], predictions: Sequence[str], *, workers: int = 1
    ) -> list[Score]:
        """Score answers by rules, in order, over a process pool when `workers` is above 1.

        Raises:
            DataError: the rule set cannot read a constraint of a row.
            UserError: the two sequences differ in length, or the scorer has a judge.
        """
        if len(tasks) != len(predictions):
            raise UserError(f"{len(tasks)} tasks but {len(predictions)} predictions")
        if self._judge is not None:
            raise UserError("score_batch is rule-only; with a judge await `ascore`")
        if workers == 1:
            return [self._by_rules(task, text) for task, text in zip(tasks, predictions, strict=True)]
        starts = range(0, len(tasks), CHUNK)
        chunks = [(self._rules.name, tasks[at : at + CHUNK], predictions[at : at + CHUNK]) for at in starts]
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            return [score for scores in pool.map(_score_chunk, chunks) for score in scores]


def _tokens(*judgements: SoftJudgement | QualityJudgement | None) -> tuple[int, int]:
    usages = [judgement.usage for judgement in judgements if judgement]
    return sum(usage.tokens_sent for usage in usages), sum(usage.tokens_received for usage in usages)


def _score_chunk(chunk: tuple[str, Sequence[Task], Sequence[str]]) -> list[Score]:
    rules, tasks, predictions = chunk
    return Scorer(rules).score_batch(tasks, predictions)
