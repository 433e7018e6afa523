"""Score a document against the rubric of a task: a weighted sum of scores, each with its place and reason."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from inst_trans_env.errors import DataError
from inst_trans_env.lift.document import Document, parse_document
from inst_trans_env.lift.judged import Judge, JudgedArgs, judge_prompt, judge_scope
from inst_trans_env.lift.metrics import METRICS, Result
from inst_trans_env.lift.metrics.base import EMPTY
from inst_trans_env.lift.schema import Evaluation, LiftTask
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.selectors import Resolver
from inst_trans_env.lift.waiting import all_of

NOT_JUDGED = "not judged"
Basis = Literal["all", "rules"]


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """How one constraint fared.

    Attributes:
        place: path of the scoped element, e.g. ``H2 1 > P 2``; empty when there is none.
        lines: its first and last line in the response, 1-based; None when there is none.
        score: in [0, 1]; None when it needs a judge and none was asked.
    """

    evaluation_id: str
    weight_group: str
    weight: float
    metric_name: str
    judged: bool
    place: str
    lines: tuple[int, int] | None
    score: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Total:
    """A weighted sum.

    Attributes:
        weight: the sum of the weights.
        raw: the sum of weight times score; None while a score is missing.
        normalised: `raw` over `weight`; None while a score is missing or the weight is 0.
    """

    weight: float
    raw: float | None
    normalised: float | None


@dataclass(frozen=True, slots=True)
class LiftScore:
    """The score of a document.

    Attributes:
        reward: the score as one number: `raw` where every constraint has a score (`basis` is ``all``), else
            `verifiable_score` (``rules``: all judged weight is left out, above and below the line). None when
            nothing but judged constraints has weight and they have no score.
        basis: what `reward` rests on, ``all`` or ``rules``.
        raw: the weighted sum as the benchmark defines it, at most the sum of the weights, which is 1 in the
            benchmark's data; None while a judged constraint has no score.
        normalised: `raw` over the sum of the weights, in [0, 1]; None likewise.
        verifiable_score: the weighted sum of the verifiable constraints over their weight, in [0, 1]; None when
            they have none.
        judged_score: the same over the judged ones; None while one has no score or when they have no weight.
        groups: totals by ``weight_group``.
        results: one for each evaluation of the task, in its order; repeated ids stand side by side.
        unjudged: how many judged constraints have no score.
        unwrapped: document types that were read out of one code fence around the whole response.
    """

    reward: float | None
    basis: Basis
    raw: float | None
    normalised: float | None
    verifiable_score: float | None
    judged_score: float | None
    groups: dict[str, Total]
    results: tuple[EvaluationResult, ...]
    unjudged: int
    unwrapped: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the score as JSON-ready data."""
        return asdict(self)

    def subtotals(self) -> dict[str, float]:
        """Return those that there are: ``verifiable``, ``judged``, ``group_<name>``, each over its weight."""
        totals = {
            "verifiable": self.verifiable_score,
            "judged": self.judged_score,
            **{f"group_{name}": total.normalised for name, total in self.groups.items()},
        }
        return {name: value for name, value in totals.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Placed:
    """An evaluation with its element, or with why there is none."""

    evaluation: Evaluation
    scope: Scope | str


class Reading:
    """A response read for a task: parsed once for each document type, elements shared by constraints."""

    def __init__(self, task: LiftTask, response: str) -> None:
        """Read the response; any string will do."""
        self._task = task
        self._response = response
        self._resolvers: dict[str, Resolver] = {}
        self.placed = [Placed(entry, self._resolve(entry)) for entry in task.evaluations]

    @property
    def documents(self) -> list[Document]:
        """The parsed documents, one for each document type in the rubric."""
        return [resolver.document for resolver in self._resolvers.values()]

    def _resolve(self, evaluation: Evaluation) -> Scope | str:
        kind = evaluation.selector.document_type
        if kind not in self._resolvers:
            self._resolvers[kind] = Resolver(parse_document(self._response, kind), self._task.indexing)
        return self._resolvers[kind].scope(evaluation.selector)


def check_reward(task: LiftTask) -> None:
    """Raise `DataError` for a task that has no reward without a judge: no rule has any weight in it."""
    entries = task.evaluations
    if any(entry.is_judged for entry in entries) and all(
        entry.is_judged or not entry.weight for entry in entries
    ):
        raise DataError(
            f"example {task.example_id!r} has weight on judged constraints only: give a judge's endpoint"
        )


def score_document(task: LiftTask, response: str, judge: Judge | None = None) -> LiftScore:
    """Score a response; without a judge, no judged constraint has a score, not even where its element is missing.

    With a judge this runs an event loop of its own; inside one, await `score_document_async`.
    """
    if judge is not None:
        return asyncio.run(score_document_async(task, response, judge))
    reading = Reading(task, response)
    return _compose(
        reading, [None if placed.evaluation.is_judged else _by_rule(placed) for placed in reading.placed]
    )


async def score_document_async(
    task: LiftTask, response: str, judge: Judge, judge_model: str | None = None
) -> LiftScore:
    """Score a response, judged constraints included, all of them asked at once.

    Args:
        task: the task.
        response: what the model wrote.
        judge: who is asked.
        judge_model: another judge than the one that each constraint names.

    Raises:
        JudgeError: a verdict could not be had; there is no score then. The other verdicts are waited for.
    """
    reading = Reading(task, response)
    asked = [placed for placed in reading.placed if _needs_judge(placed)]
    outline = task.document_outline
    verdicts = iter(
        await all_of(
            judge_scope(placed.scope, placed.evaluation.args, outline, judge, judge_model)
            for placed in asked
            if isinstance(placed.scope, Scope) and isinstance(placed.evaluation.args, JudgedArgs)
        )
    )
    results = [next(verdicts) if _needs_judge(placed) else _by_rule(placed) for placed in reading.placed]
    return _compose(reading, results)


def judge_prompts(task: LiftTask, response: str, judge_model: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield what a judge would be asked about a response: its model and the prompt."""
    for placed in Reading(task, response).placed:
        scope, args = placed.scope, placed.evaluation.args
        if isinstance(scope, Scope) and isinstance(args, JudgedArgs) and not scope.is_blank:
            yield judge_model or args.critic_model_name, judge_prompt(scope, args, task.document_outline)


def _needs_judge(placed: Placed) -> bool:
    return placed.evaluation.is_judged and isinstance(placed.scope, Scope)


def _by_rule(placed: Placed) -> Result:
    """Return the score that needs no judge: an element that is not there scores 0, judged or not."""
    if isinstance(placed.scope, str):
        return Result(0.0, placed.scope)
    if placed.scope.is_blank:
        return EMPTY
    return METRICS[placed.evaluation.metric_name].score(placed.scope, placed.evaluation.args)


def _compose(reading: Reading, scores: Sequence[Result | None]) -> LiftScore:
    results = tuple(_result(placed, score) for placed, score in zip(reading.placed, scores, strict=True))
    unwrapped = tuple(document.document_type for document in reading.documents if document.unwrapped)
    return compose(results, unwrapped)


def compose(results: tuple[EvaluationResult, ...], unwrapped: tuple[str, ...] = ()) -> LiftScore:
    """Return the score that results add up to; `unwrapped` is kept as it is."""
    total = _total(results)
    verifiable = _total(result for result in results if not result.judged).normalised
    groups = dict.fromkeys(result.weight_group for result in results)
    return LiftScore(
        reward=verifiable if total.raw is None else total.raw,
        basis="rules" if total.raw is None else "all",
        raw=total.raw,
        normalised=total.normalised,
        verifiable_score=verifiable,
        judged_score=_total(result for result in results if result.judged).normalised,
        groups={name: _total(result for result in results if result.weight_group == name) for name in groups},
        results=results,
        unjudged=sum(result.score is None for result in results),
        unwrapped=unwrapped,
    )


def _result(placed: Placed, score: Result | None) -> EvaluationResult:
    entry, scope = placed.evaluation, placed.scope
    return EvaluationResult(
        evaluation_id=entry.evaluation_id,
        weight_group=entry.weight_group,
        weight=entry.weight,
        metric_name=entry.metric_name,
        judged=entry.is_judged,
        place=scope.place if isinstance(scope, Scope) else "",
        lines=scope.lines_in_response if isinstance(scope, Scope) else None,
        score=None if score is None else score.score,
        reason=_unjudged(scope) if score is None else score.reason,
    )


def _unjudged(scope: Scope | str) -> str:
    return f"{NOT_JUDGED}; {scope}" if isinstance(scope, str) else NOT_JUDGED


def _total(results: Iterable[EvaluationResult]) -> Total:
    found = list(results)
    weight = sum(result.weight for result in found)
    if any(result.score is None for result in found):
        return Total(weight, None, None)
    raw = sum(result.weight * (result.score or 0.0) for result in found)
    return Total(weight, raw, raw / weight if weight else None)
