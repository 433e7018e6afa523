"""Scoring one unit of rollouts: every row by itself, so that a bad one harms no other."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, JudgeError, UserError
from inst_trans_env.files import dump_line, writing
from inst_trans_env.judge import BudgetExceededError, Prompt, RequestRefusedError
from inst_trans_env.rollouts.drafts import Drafts
from inst_trans_env.rollouts.formats import FORMATS
from inst_trans_env.rollouts.lines import parse_line
from inst_trans_env.rollouts.rollout import Rollout
from inst_trans_env.rollouts.shelf import Item, ShelfWriter
from inst_trans_env.rollouts.subject import Outcome, Subject
from inst_trans_env.rollouts.tally import Place, Tally
from inst_trans_env.rollouts.taskbook import KnownTask, Taskbook
from inst_trans_env.rollouts.translations import Translations
from inst_trans_env.rollouts.units import Unit
from inst_trans_env.scoring.rewards import LIFT

LONGEST = 500
"""Characters of a sentence about a row."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How rollouts are scored; travels to every process.

    Attributes:
        folder: where units are left, and the tasks for rollouts that carry none.
        data: digest of those tasks.
        rules: name of the rule set, of translations.
        formula: name of the reward formula; ``lift`` says that drafts are scored, any other translations.
        judge: name of the judge model, or ``none``.
        judge_model: model asked in place of the one that a draft's constraint names.
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
    judge_model: str | None = None
    prompts: str = "none"
    quality: bool = False
    rescue: bool = False
    shard: tuple[int, int] = (0, 1)
    buckets: int = 1

    @property
    def tasks(self) -> Path:
        """The path of the tasks for rollouts that carry none."""
        return self.folder / f"tasks-{self.data[:16]}.jsonl"

    def shelf(self, unit: int) -> Path:
        """Return the path of a unit's file."""
        return self.folder / f"unit-{unit:06d}"

    def subject(self, judge: Any = None) -> Subject[Any]:
        """Return what scores the rollouts; `judge` is asked where there is one."""
        if self.formula == LIFT:
            named = None if self.judge == "none" else self.judge
            return Drafts(judge, named=named, model=self.judge_model)
        return Translations(
            self.rules,
            self.formula,
            judge,
            signed=(self.judge, self.prompts),
            quality=self.quality and judge is not None,
        )


class JudgeSeat:
    """Who judges, how many rows at once, and what is entered around them to keep connections open.

    Translations take a `scoring.Judge`, drafts a `lift.judged.Judge`.
    """

    def __init__(self, judge: Any, client: AbstractAsyncContextManager[Any], rows: int) -> None:
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
        self._subject = settings.subject(seat.judge if seat else None)
        tasks = settings.tasks
        if not tasks.exists():
            raise UserError(f"this process cannot see {tasks}: outputs must lie where every worker sees them")
        self._book = Taskbook(self._subject, self._subject.load(tasks))

    @property
    def signature(self) -> str:
        """What every row's signature says besides its data, as this process would write it."""
        return self._subject.signature

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

    def prompts(self, units: Iterable[Unit]) -> Iterator[tuple[str | None, Prompt]]:
        """Yield what the judge would be asked about units, with the model; None is the judge's own."""
        return self._subject.prompts(pair for unit in units for pair in self._unjudged(unit))

    def _unjudged(self, unit: Unit) -> Iterator[tuple[Any, str]]:
        for found in self._rollouts(unit, Tally()):
            text, error = found.rollout.completion, found.rollout.error
            if text is not None and (not error or self.settings.rescue) and self._lacks_score(found):
                yield found.known.task, text

    def _lacks_score(self, found: _Found) -> bool:
        """Return whether the judge will be asked: not about a row that a damaged score sets aside."""
        try:
            return self._recorded(found) is None
        except DataError:
            return False

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
        if rollout.completion is None or (rollout.error and not self.settings.rescue):
            self._errored(tally, found, rollout.error)
            return
        try:
            recorded = self._recorded(found)
            outcome = recorded or await self._subject.score(found.known.task, rollout.completion)
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
        tally.counts["rollouts"] += 1
        tally.counts["scored"] += 1
        tally.counts["reused"] += recorded is not None
        tally.counts["rescued"] += bool(rollout.error)
        tally.counts["incomplete"] += not outcome.complete
        self._put(found, outcome, shelf)

    def _errored(self, tally: Tally, found: _Found, error: str) -> None:
        tally.counts["rollouts"] += 1
        tally.counts[f"errored/{error.partition(':')[0]}"] += 1
        tally.tell("errored", found.place, f"{found.origin}: {error}"[:LONGEST])

    def _recorded(self, found: _Found) -> Outcome | None:
        """Return the score that the file holds, where it was made as this one would be."""
        rollout, known = found.rollout, found.known
        if rollout.score is None or rollout.error or rollout.signature != known.signature:
            return None
        return self._subject.recorded(known.task, rollout.score)

    def _put(self, found: _Found, outcome: Outcome, shelf: ShelfWriter) -> None:
        known, settings, completion = found.known, self.settings, found.rollout.completion or ""
        answer = {
            "case_id": known.case_id,
            "completion": completion,
            "reward": outcome.reward,
            "score": {name: value for name, value in outcome.data.items() if name != "signature"},
            "signature": known.signature,
            "origin": found.origin,
        }
        texts = shelf.put_texts(known.group, known.row, dump_line(answer).encode())
        verdicts = {_utf8(name): value for name, value in outcome.verdicts.items()}
        figures = outcome.reward, outcome.passed, len(completion), verdicts
        item = Item(known.group, found.place, *figures, texts, _words(completion))
        shelf.put(known.hashed // settings.shard[1] % settings.buckets, item)


def _utf8(name: str) -> str:
    """Return a name as it is, but for lone surrogates, which a draft's data may have in the ids of constraints."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()


def _words(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest)


def _set_aside(tally: Tally, place: Place, origin: str, error: Exception) -> None:
    said = str(error) if isinstance(error, DataError) else f"{type(error).__name__}: {error}"
    tally.tell("unreadable", place, f"{origin}: {said}"[:LONGEST])
