"""Scoring one unit of rollouts: every row by itself, so that a bad one harms no other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, JudgeError, UserError
from inst_trans_env.files import dump_line, writing
from inst_trans_env.judge import BudgetExceededError, RequestRefusedError
from inst_trans_env.rollouts.formats import FORMATS
from inst_trans_env.rollouts.lines import parse_line
from inst_trans_env.rollouts.rollout import Rollout
from inst_trans_env.rollouts.shelf import Item, ShelfWriter
from inst_trans_env.rollouts.tally import Place, Tally
from inst_trans_env.rollouts.taskbook import KnownTask, Taskbook
from inst_trans_env.rollouts.units import Unit
from inst_trans_env.scoring import Judge, Score, Scorer
from inst_trans_env.scoring.rewards import formula
from inst_trans_env.stats.signature import answer_signature, signature
from inst_trans_env.tasks import Task, load_tasks

TASKS = "tasks.jsonl"
LONGEST = 500
"""Characters of a sentence about a row."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How rollouts are scored; travels to every process.

    Attributes:
        folder: where units are left, and the tasks for rollouts that carry none.
        data: digest of those tasks.
        rules: name of the rule set.
        formula: name of the reward formula.
        judge: name of the judge model, or ``none``.
        prompts: version of the judge's prompts, or ``none``.
        quality: whether the judge scores the translation's quality too.
        rescue: score errored rollouts too where their answer exists, and stop where the judge gives no
            verdict: nothing may stay unscored. Otherwise both are counted as errored.
        shard: number from 0 and count: only groups of this shard are taken.
        buckets: into how many parts groups are spread.
    """

    folder: Path
    data: str
    rules: str
    formula: str = "if_score"
    judge: str = "none"
    prompts: str = "none"
    quality: bool = False
    rescue: bool = False
    shard: tuple[int, int] = (0, 1)
    buckets: int = 1

    def shelf(self, unit: int) -> Path:
        """Return the path of a unit's file."""
        return self.folder / f"unit-{unit:06d}"

    def signature(self, rules: str) -> str:
        """Return what every row's signature says besides its data."""
        whole = signature(rules=rules, judge=self.judge, prompts=self.prompts, data_sha256="", rows=0)
        return "|".join(part for part in whole.split("|") if not part.startswith(("data:", "n:")))


class JudgeSeat:
    """Who judges, how many rows at once, and what is entered around them to keep connections open."""

    def __init__(self, judge: Judge, client: AbstractAsyncContextManager[Any], rows: int) -> None:
        self.judge, self.client, self.rows = judge, client, rows


@dataclass(frozen=True, slots=True)
class _Found:
    """A rollout with its place and its task."""

    place: Place
    origin: str
    rollout: Rollout
    known: KnownTask


class UnitScorer:
    """Scores units, one after the other, and leaves a shelf of each.

    Args:
        settings: how.
        seat: the judge, where there is one.
    """

    def __init__(self, settings: Scoring, seat: JudgeSeat | None = None) -> None:
        self.settings = settings
        self._seat = seat
        self._scorer = Scorer(settings.rules, seat.judge if seat else None, quality=settings.quality)
        self._formula = formula(settings.formula)
        tasks = settings.folder / TASKS
        if not tasks.exists():
            raise UserError(f"this process cannot see {tasks}: outputs must lie where every worker sees them")
        self._book = Taskbook(
            load_tasks(tasks),
            lambda task: self._scorer.check_tasks([task]),
            lambda task: answer_signature(
                task, rules=self._scorer.rules, judge=settings.judge, prompts=settings.prompts
            ),
        )

    @property
    def signature(self) -> str:
        """What every row's signature says besides its data, as this process would write it."""
        return self.settings.signature(self._scorer.rules)

    def run(self, unit: Unit) -> None:
        """Score a unit and leave its shelf, complete or not at all.

        Raises:
            JudgeError: the judge refuses to go on, or gave no verdict that has to be there.
        """
        tally = Tally()
        with writing(self.settings.shelf(unit.number)) as stream:
            shelf = ShelfWriter(stream, unit.number, self.settings.buckets)
            asyncio.run(self._score(unit, shelf, tally))
            shelf.finish(tally)

    def unjudged(self, unit: Unit) -> Iterator[tuple[Task, str]]:
        """Yield tasks and answers of a unit that a judge would be asked about."""
        for found in self._rollouts(unit, Tally()):
            text, error = found.rollout.completion, found.rollout.error
            if text is not None and (not error or self.settings.rescue) and self._recorded(found) is None:
                yield found.known.task, text

    async def _score(self, unit: Unit, shelf: ShelfWriter, tally: Tally) -> None:
        todo, client = self._rollouts(unit, tally), self._seat.client if self._seat else nullcontext()

        failures: list[JudgeError] = []

        async def worker() -> None:
            for found in todo:
                try:
                    await self._take(found, shelf, tally)
                except JudgeError as error:
                    failures.append(error)
                if failures:
                    # What is on its way is paid for: the others finish their row, none begins another.
                    return

        async with client:
            await asyncio.gather(*(worker() for _ in range(self._seat.rows if self._seat else 1)))
        if failures:
            raise failures[0]

    def _rollouts(self, unit: Unit, tally: Tally) -> Iterator[_Found]:
        form = FORMATS[unit.form]
        for number, line in unit.read():
            origin, place = f"{unit.name}, line {number}", (unit.source, number, 0)
            try:
                # Taken as a list: a row that breaks off in the middle gives nothing.
                rollouts = list(form.read(parse_line(line)))
                found = [
                    _Found((unit.source, number, index), origin, rollout, self._book.find(rollout))
                    for index, rollout in enumerate(rollouts)
                ]
            except Exception as error:
                # Every shard reads every line: only the first one counts a line that belongs to none.
                if self.settings.shard[0] == 0:
                    _set_aside(tally, place, origin, error)
                continue
            yield from (each for each in found if self._here(each.known))

    def _here(self, known: KnownTask) -> bool:
        number, count = self.settings.shard
        return known.hashed % count == number

    async def _take(self, found: _Found, shelf: ShelfWriter, tally: Tally) -> None:
        rollout = found.rollout
        tally.counts["rollouts"] += 1
        if rollout.completion is None or (rollout.error and not self.settings.rescue):
            self._errored(tally, found, rollout.error)
            return
        try:
            score = self._recorded(found)
            reused = score is not None
            score = score or await self._scorer.ascore(found.known.task, rollout.completion)
            reward = self._formula(score)
        except (BudgetExceededError, RequestRefusedError):
            raise
        except JudgeError as error:
            if self.settings.rescue:
                raise
            self._errored(tally, found, f"JudgeError: {error}")
            return
        except Exception as error:
            if isinstance(error, UserError) and not isinstance(error, DataError):
                raise
            _set_aside(tally, found.place, found.origin, error)
            return
        data = rollout.score if reused and rollout.score else score.to_dict()
        tally.counts["scored"] += 1
        tally.counts["reused"] += reused
        tally.counts["rescued"] += bool(rollout.error)
        tally.counts["incomplete"] += not score.complete
        self._put(found, score, data, reward, shelf)

    def _errored(self, tally: Tally, found: _Found, error: str) -> None:
        tally.counts[f"errored/{error.partition(':')[0]}"] += 1
        tally.tell("errored", found.place, f"{found.origin}: {error}"[:LONGEST])

    def _recorded(self, found: _Found) -> Score | None:
        """Return the score that the file holds, where it was made as this one would be."""
        rollout, known = found.rollout, found.known
        if rollout.score is None or rollout.error or rollout.signature != known.signature:
            return None
        score = _score(rollout.score)
        if score.case_id != known.task.case_id:
            raise DataError(f"field score: it is of case {score.case_id!r}, not {known.task.case_id!r}")
        return None if self.settings.quality and score.present and score.quality is None else score

    def _put(
        self, found: _Found, score: Score, data: Mapping[str, Any], reward: float, shelf: ShelfWriter
    ) -> None:
        known, settings, completion = found.known, self.settings, found.rollout.completion or ""
        answer = {
            "case_id": score.case_id,
            "completion": completion,
            "reward": reward,
            "score": {name: value for name, value in data.items() if name != "signature"},
            "signature": known.signature,
            "origin": found.origin,
        }
        verdicts = {name: float(verdict.passed) for name, verdict in score.gates.items()}
        verdicts |= {name: value for name, value in score.graded.items() if value is not None}
        texts = shelf.put_texts(known.group, known.row, dump_line(answer).encode())
        item = Item(known.group, found.place, reward, score.gates_passed, len(completion), verdicts, texts)
        shelf.put(known.hashed // settings.shard[1] % settings.buckets, item)


def _set_aside(tally: Tally, place: Place, origin: str, error: Exception) -> None:
    said = str(error) if isinstance(error, DataError) else f"{type(error).__name__}: {error}"
    tally.tell("unreadable", place, f"{origin}: {said}"[:LONGEST])


def _score(data: Mapping[str, Any]) -> Score:
    try:
        return Score.from_dict(data)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise DataError(f"field score: not what inst-trans writes ({error!r})") from error
