"""What a metric is: typed arguments, a score for a scope, and what its reference page says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec

from inst_trans_env.lift.arguments import SHOWS, shortened
from inst_trans_env.lift.document.leaves import is_visible
from inst_trans_env.lift.scope import Scope, TextView, Unit


def doc(text: str) -> msgspec.Meta:
    """Return the annotation that documents an argument."""
    return msgspec.Meta(description=text)


NonNegative = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Text = Annotated[str, msgspec.Meta(pattern=SHOWS)]
"""A text that shows something: neither empty nor blank."""

Texts = Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class Arguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of a metric; a subclass lists them with types, defaults and one line each.

    A `ValueError` in ``__post_init__`` becomes an error of the row that is loaded.
    """


class Bounds(Arguments, frozen=True, kw_only=True):
    """How many of something are allowed.

    Attributes:
        may_be_open: whether two open bounds still ask for something; else any text would do, which is refused.
    """

    may_be_open: ClassVar[bool] = False

    lower_bound: Annotated[NonNegative | None, doc("Least number, inclusive; null = no limit.")] = None
    upper_bound: Annotated[NonNegative | None, doc("Greatest number, inclusive; null = no limit.")] = None

    def __post_init__(self) -> None:
        """Refuse bounds that no number meets, and those that every number meets."""
        if self.lower_bound is None and self.upper_bound is None and not self.may_be_open:
            raise ValueError("lower_bound and upper_bound are both null, so any text would do: give one")
        if None not in (self.lower_bound, self.upper_bound) and self.low > self.high:
            raise ValueError(
                f"lower_bound {shortened(self.lower_bound)} is above upper_bound {shortened(self.upper_bound)}"
            )

    @property
    def low(self) -> float:
        """The lower bound as a number."""
        return 0 if self.lower_bound is None else self.lower_bound

    @property
    def high(self) -> float:
        """The upper bound as a number, infinite when open."""
        return float("inf") if self.upper_bound is None else self.upper_bound

    @property
    def wanted(self) -> str:
        """The bounds in words."""
        if self.lower_bound is None and self.upper_bound is None:
            return "any number"
        if self.upper_bound is None:
            return f"at least {self.lower_bound}"
        if self.lower_bound is None:
            return f"at most {self.upper_bound}"
        if self.lower_bound == self.upper_bound:
            return f"exactly {self.lower_bound}"
        return f"{self.lower_bound} to {self.upper_bound}"


_EachOption = Annotated[Unit | None, doc("Check every part of this kind, of which there must be one.")]


class Each(Arguments, frozen=True, kw_only=True):
    """Lets a metric look at every part of the scope on its own."""

    each: _EachOption = None


class EachBounds(Bounds, frozen=True, kw_only=True):
    """Bounds on the scope, or on each part of it."""

    each: _EachOption = None


@dataclass(frozen=True, slots=True)
class Result:
    """A score in [0, 1] and one sentence that says why."""

    score: float
    reason: str

    @property
    def passed(self) -> bool:
        """Whether the score is full."""
        return self.score == 1.0


EMPTY = Result(0.0, "the scoped element is empty")
_HEADINGS_ONLY = Result(0.0, "the scoped element holds nothing but headings")
_SIGNS_ONLY = Result(0.0, "the scoped element holds no letter or digit")


def lacking(scope: Scope) -> Result | None:
    """Return the score of a scope that has no body, or None."""
    if scope.has_body:
        return None
    return _HEADINGS_ONLY if scope.headings else EMPTY


def silent(scope: Scope) -> Result | None:
    """Return the score of a scope whose body says nothing, or None.

    What only forbids or limits would be met by headings with nothing below them, or by a full stop: that is no
    document to look at.
    """
    return lacking(scope) or (None if scope.says_something else _SIGNS_ONLY)


def decide(passed: bool, reason: str) -> Result:
    """Return full or no score with a reason that is true either way."""
    return Result(1.0 if passed else 0.0, reason)


def bounded(count: float, bounds: Bounds, noun: str) -> Result:
    """Return full score when a count lies within the bounds."""
    shown = f"{count:g}" if isinstance(count, float) else str(count)
    return decide(bounds.low <= count <= bounds.high, f"{shown} {noun}, wanted {bounds.wanted}")


def listed(texts: Sequence[str], most: int = 5) -> str:
    """Return texts in quotes for a reason, the first few of them."""
    shown = ", ".join(f"“{text[:60]}”" for text in texts[:most])
    return shown + (f" and {len(texts) - most} more" if len(texts) > most else "")


@dataclass(frozen=True, slots=True)
class Example:
    """A document and arguments for the reference page, and what a test checks of them."""

    text: str
    args: Mapping[str, Any]
    selector: Sequence[tuple[str, int]] = ()


A = TypeVar("A", bound=Arguments)
T = TypeVar("T", bound=Each | EachBounds)
B = TypeVar("B", bound=Bounds)


class Metric(ABC, Generic[A]):
    """A kind of constraint. One instance serves all threads: it holds nothing.

    Attributes:
        name: what ``metric_name`` says.
        summary: one line for the reference page.
        Args: the type of its arguments.
        passes: an example with full score.
        fails: an example with none.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    Args: ClassVar[type[Arguments]]
    passes: ClassVar[Example]
    fails: ClassVar[Example]

    @abstractmethod
    def score(self, scope: Scope, args: A) -> Result:
        """Score an element. Never raises on any text; an element with nothing to look at scores 0."""


class CountMetric(Metric[B]):
    """Counts elements; what is counted is named by `noun`. A count that may be 0 needs a scope that says something."""

    noun: ClassVar[str]

    def score(self, scope: Scope, args: B) -> Result:
        """Score the count of a scope that is not blank."""
        if scope.is_blank:
            return EMPTY
        return (None if args.low else silent(scope)) or bounded(self.count(scope, args), args, self.noun)

    @abstractmethod
    def count(self, scope: Scope, args: B) -> int:
        """Return how many there are."""


class TextMetric(Metric[T]):
    """Looks at visible text: of the scope, or of each of its parts."""

    def score(self, scope: Scope, args: T) -> Result:
        """Score the scope's text, or every part when ``each`` is given: one that fails fails all."""
        if args.each is None:
            return self._checked(scope, args)
        if (result := self._nothing(scope, args)) is not None:
            return result
        parts = scope.units(args.each)
        for number, part in enumerate(parts, 1):
            result = self._checked(part, args)
            if not result.passed:
                return Result(0.0, f"{args.each} {number} of {len(parts)}: {result.reason}")
        return decide(
            bool(parts),
            f"holds for {len(parts)} of {len(parts)} ({args.each})"
            if parts
            else f"there is no {args.each} to look at",
        )

    def _checked(self, view: TextView, args: T) -> Result:
        if isinstance(view, Scope) and (result := self._nothing(view, args)) is not None:
            return result
        return self.check(view, args) if is_visible(view.text) else EMPTY

    def _nothing(self, scope: Scope, args: T) -> Result | None:
        return silent(scope) if self.needs_words(args) else lacking(scope)

    def needs_words(self, args: T) -> bool:
        """Whether a scope of signs alone scores 0: always where its absence of words would meet the constraint."""
        return isinstance(args, Bounds) and not args.low

    @abstractmethod
    def check(self, view: TextView, args: T) -> Result:
        """Score one text that is not blank."""
