"""What every trainer's adapter calls: a completion of a known task in, a reward and its parts out."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.spelling import not_found

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Item:
    """A task as a trainer sees it.

    Attributes:
        case_id: its name.
        messages: what the model is told, as ``role`` and ``content``.
        facts: what a trainer may group its logs by; the reference is not among them.
    """

    case_id: str
    messages: tuple[Mapping[str, str], ...]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The messages as one text, for models without a chat template."""
        return "\n\n".join(message["content"] for message in self.messages)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one completion earned.

    Attributes:
        reward: from 0 to 1 (documents: to the sum of the weights); None when the judge gave no verdict, so that
            nothing is known.
        metrics: the parts of the reward by their names: gates as 0 or 1, graded scores, subtotals.
        error: why there is no reward.
    """

    reward: float | None
    metrics: Mapping[str, float] = field(default_factory=dict)
    error: str = ""


class Reward(ABC):
    """Scores completions of a set of tasks.

    Attributes:
        items: the tasks that completions answer.
        metric_names: every name that an outcome's metrics can have.
        judged: whether a judge is asked, so that scoring waits.
    """

    items: tuple[Item, ...]
    metric_names: tuple[str, ...]
    judged: bool

    @abstractmethod
    def by_rules(self, case_id: str, completion: str) -> Outcome:
        """Score one completion without a judge."""

    @abstractmethod
    async def by_judge(self, case_id: str, completion: str) -> Outcome:
        """Score one completion, the judge's part as well; `JudgeError` when there is no verdict."""

    @abstractmethod
    def check(self, case_id: str) -> None:
        """Raise `UserError` with the nearest id that there is, unless there is a task of this id."""

    async def aoutcome(self, case_id: str, completion: str) -> Outcome:
        """Score one completion; a judge's failure is an outcome without a reward."""
        if not self.judged:
            return self.by_rules(case_id, completion)
        try:
            return await self.by_judge(case_id, completion)
        except JudgeError as error:
            return Outcome(None, error=str(error))

    async def aoutcomes(self, case_ids: Sequence[str], completions: Sequence[str]) -> list[Outcome]:
        """Score completions together, in order."""
        pairs = _pairs(case_ids, completions)
        return await asyncio.gather(*(self.aoutcome(case_id, text) for case_id, text in pairs))

    def outcomes(self, case_ids: Sequence[str], completions: Sequence[str]) -> list[Outcome]:
        """Score completions, in order; blocks. In async code use `aoutcomes`."""
        if self.judged:
            # A trainer's threads share the judge's client, and a client belongs to one loop.
            asked = self.aoutcomes(case_ids, completions)
            return asyncio.run_coroutine_threadsafe(asked, _loop()).result()
        pairs = _pairs(case_ids, completions)
        return [self.by_rules(case_id, text) for case_id, text in pairs]

    def columns(self, outcome: Outcome) -> dict[str, float]:
        """Return an outcome's metrics under the same names for every task, for trainers that stack them.

        A metric that the task does not have is 0, beside ``<metric>_rows``: mean(metric) / mean(metric_rows) is the
        mean over the tasks that have it.
        """
        named = {name: outcome.metrics.get(name, 0.0) for name in self.metric_names}
        return named | {f"{name}_rows": float(name in outcome.metrics) for name in self.metric_names}


def _pairs(case_ids: Sequence[str], completions: Sequence[str]) -> list[tuple[str, str]]:
    """Return ids with their completions, or raise `UserError`: what is no text has no reward."""
    if len(case_ids) != len(completions):
        raise UserError(f"{len(case_ids)} case ids for {len(completions)} completions: give one for each")
    for name, values in (("case_id", case_ids), ("completion", completions)):
        for value in values:
            if not isinstance(value, str):
                raise UserError(f"a {name} must be a string, got {type(value).__name__}")
    return list(zip(case_ids, completions, strict=True))


_STARTING = threading.Lock()


def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of a thread of its own, one for the process, however many threads ask."""
    with _STARTING:
        return _running_loop()


@cache
def _running_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="inst-trans-judge", daemon=True).start()
    return loop


def find(by_id: Mapping[str, T], case_id: str) -> T:
    """Return a task by its id, or raise `UserError` with the nearest id that there is."""
    if case_id not in by_id:
        raise UserError(not_found("case_id", str(case_id), by_id))
    return by_id[case_id]
