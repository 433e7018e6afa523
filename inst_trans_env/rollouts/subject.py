"""What rollouts are answers to. All that differs between kinds of tasks stands behind one class."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from inst_trans_env.judge import Prompt
from inst_trans_env.rollouts.prompts import Prompts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A scored answer, whatever was asked for.

    Attributes:
        reward: under the formula asked for.
        passed: whether there was an answer and it met all that can be passed or failed.
        complete: whether nothing is left unjudged.
        data: the score as it is written.
        verdicts: what was passed, failed or graded, by its id.
    """

    reward: float
    passed: bool
    complete: bool
    data: Mapping[str, Any]
    verdicts: dict[str, float]


class Subject(ABC, Generic[T]):
    """One kind of tasks, and how answers to them are scored.

    Attributes:
        id_field: the field of a row that holds a task's id.
        rules: name and version of what scores.
        signature: what every score's signature says besides its data.
    """

    id_field: ClassVar[str]
    rules: str
    signature: str

    @abstractmethod
    def load(self, path: Path) -> Sequence[T]:
        """Return the tasks of a file that holds what `to_row` gave."""

    @abstractmethod
    def to_row(self, task: T) -> dict[str, Any]:
        """Return a task as rollouts carry it."""

    @abstractmethod
    def of_row(self, row: Mapping[str, Any]) -> T:
        """Return the task that a rollout carries, or raise `DataError`."""

    @abstractmethod
    def check(self, task: T) -> None:
        """Raise `DataError` for a task whose answers cannot be scored."""

    @abstractmethod
    def id_of(self, task: T) -> str:
        """Return a task's id."""

    @abstractmethod
    def digest(self, task: T) -> str:
        """Return a digest of all of a task's row."""

    @abstractmethod
    def prompts_of(self, tasks: Iterable[T]) -> Prompts:
        """Return what finds these tasks by what a model was sent."""

    @abstractmethod
    def sign(self, task: T) -> str:
        """Return the signature of a score of an answer to a task."""

    @abstractmethod
    async def score(self, task: T, completion: str) -> Outcome:
        """Score an answer. Raises `JudgeError` where a verdict could not be had."""

    @abstractmethod
    def recorded(self, task: T, data: Mapping[str, Any]) -> Outcome | None:
        """Return a score that a file holds; None where it lacks what is asked for now.

        Raises:
            DataError: it is no score, or one of another task.
        """

    @abstractmethod
    def prompts(self, work: Iterable[tuple[T, str]]) -> Iterator[tuple[str | None, Prompt]]:
        """Yield what a judge would be asked about answers, with the model; None is the judge's own."""
