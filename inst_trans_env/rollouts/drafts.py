"""Rollouts of LIFT: documents scored by the weighted sum of their constraints."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from inst_trans_env.errors import DataError
from inst_trans_env.files import read_jsonl
from inst_trans_env.judge import Prompt
from inst_trans_env.lift import LiftScore, LiftTask, score_document, score_document_async
from inst_trans_env.lift.judged import Judge
from inst_trans_env.lift.schema import Evaluation
from inst_trans_env.lift.scoring import EvaluationResult, check_reward, compose, judge_prompts
from inst_trans_env.lift.signature import lift_signature, task_digest
from inst_trans_env.lift.wire import from_wire, to_wire
from inst_trans_env.rollouts.prompts import Prompts, WrappedPrompts
from inst_trans_env.rollouts.subject import Outcome, Subject
from inst_trans_env.scoring.rewards import LIFT

_EXACT = 1e-9
"""How far a recorded sum may be from the one that the results give."""


class Drafts(Subject[LiftTask]):
    """Answers to tasks of LIFT.

    Args:
        judge: who judges; None scores by rules.
        named: who that is in signatures: a model, or ``of the task``.
        model: asked in place of the model that each constraint names.
    """

    id_field = "example_id"
    rules = LIFT

    def __init__(
        self, judge: Judge | None = None, *, named: str | None = None, model: str | None = None
    ) -> None:
        self._judge, self._named, self._model = judge, named, model
        self.signature = lift_signature(named)

    def load(self, path: Path) -> Sequence[LiftTask]:
        """Read the file."""
        return [from_wire(row) for _, row in read_jsonl(path)]

    def to_row(self, task: LiftTask) -> dict[str, Any]:
        """Return the row of the data set with how its selectors count."""
        return to_wire(task)

    def of_row(self, row: Mapping[str, Any]) -> LiftTask:
        """Read the row, of a trace or of the data set."""
        if "source_text" in row:
            raise DataError("the task is a translation: --formula lift is for drafts")
        task = from_wire(row)
        if not task.example_id:
            raise DataError("field example_id of the task: missing")
        return task

    def check(self, task: LiftTask) -> None:
        """Refuse a task that has no reward without a judge."""
        if self._named is None:
            check_reward(task)

    def id_of(self, task: LiftTask) -> str:
        """Return the example id."""
        return task.example_id

    def digest(self, task: LiftTask) -> str:
        """Return the digest of the row and of how its selectors count."""
        return task_digest(task)

    def prompts_of(self, tasks: Iterable[LiftTask]) -> Prompts:
        """Find them by the texts of their messages."""
        texts = ((task.example_id, [message["content"] for message in task.prompt]) for task in tasks)
        return WrappedPrompts(texts)

    def sign(self, task: LiftTask) -> str:
        """Return the signature with the task's digest and how its selectors count."""
        return lift_signature(self._named, task)

    async def score(self, task: LiftTask, completion: str) -> Outcome:
        """Score by rules, or with the judge."""
        if self._judge is None:
            return _outcome(score_document(task, completion))
        return _outcome(await score_document_async(task, completion, self._judge, self._model))

    def recorded(self, task: LiftTask, data: Mapping[str, Any]) -> Outcome | None:
        """Read the score; None for one that does not add up, or that another asking of the judge gave."""
        try:
            score = _read(data)
        except (msgspec.ValidationError, ValueError) as error:
            raise DataError(f"field score: not what drafting-constraint writes ({error})") from error
        if [result.evaluation_id for result in score.results] != [e.evaluation_id for e in task.evaluations]:
            raise DataError(f"field score: it is not of the constraints of {task.example_id!r}")
        return _outcome(score, data) if self._adds_up(task, score) else None

    def _adds_up(self, task: LiftTask, score: LiftScore) -> bool:
        """Return whether the results are those of the task, have the scores asked for, and give the sums."""
        judged = self._named is not None
        return all(
            _of(entry) == _of(result) and (result.score is not None) == (judged or not entry.is_judged)
            for entry, result in zip(task.evaluations, score.results, strict=True)
        ) and _alike(asdict(score), asdict(compose(score.results, score.unwrapped)))

    def prompts(self, work: Iterable[tuple[LiftTask, str]]) -> Iterator[tuple[str | None, Prompt]]:
        """Yield the prompts with the model that is asked."""
        for task, text in work:
            for model, prompt in judge_prompts(task, text, self._model):
                yield model, Prompt(prompt)


def _read(data: Mapping[str, Any]) -> LiftScore:
    """Return what a score's data says, or raise `ValueError` or `msgspec.ValidationError`."""
    score = msgspec.convert(data, LiftScore)
    if not all(0 <= result.score <= 1 for result in score.results if result.score is not None):
        raise ValueError("a score is not from 0 to 1")
    if score.reward is None or not math.isfinite(score.reward):
        raise ValueError("the reward is no number")
    return score


def _of(entry: Evaluation | EvaluationResult) -> tuple[Any, ...]:
    """Return what a result says of its constraint, or the constraint of itself."""
    judged = entry.judged if isinstance(entry, EvaluationResult) else entry.is_judged
    return entry.weight_group, entry.weight, entry.metric_name, judged


def _alike(left: Any, right: Any) -> bool:
    """Return whether data is the same, numbers up to what their rounding explains."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_alike(left[key], right[key]) for key in left)
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) <= _EXACT
    return bool(left == right)


def _outcome(score: LiftScore, data: Mapping[str, Any] | None = None) -> Outcome:
    """Return the outcome of a score: passed where every constraint that has a score is fully met."""
    if score.reward is None:
        raise DataError("nothing that has weight has a score: give a judge's endpoint")
    verdicts: dict[str, float] = {}
    seen: Counter[str] = Counter()
    for result in score.results:
        name = result.evaluation_id
        seen[name] += 1
        if result.score is not None:
            verdicts[name if seen[name] == 1 else f"{name} ({seen[name]})"] = result.score
    passed = bool(verdicts) and all(value == 1.0 for value in verdicts.values())
    return Outcome(score.reward, passed, score.unjudged == 0, data or score.to_dict(), verdicts)
