"""One verdict out of several. Pure: no I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def whole(votes: Iterable[T | BaseException]) -> list[T]:
    """Return all votes, or raise the first failure among them."""
    return [_whole(vote) for vote in votes]


def most_frequent(verdicts: Sequence[T]) -> T:
    """Return the verdict that most votes agree on; the first of equally frequent ones."""
    return Counter(verdicts).most_common(1)[0][0]


def _whole(vote: T | BaseException) -> T:
    if isinstance(vote, BaseException):
        raise vote
    return vote
