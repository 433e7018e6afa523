"""What a check says of an answer: plain data, put into words in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Span = tuple[int, int]
"""Half-open range of code points in the prediction as it came."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one check.

    Attributes:
        passed: for a gate, whether it is open; for a graded check, whether the score is 1.
        reason: one sentence that says what was wrong (or, where it helps, why nothing was).
        missing: what the answer should have held and does not.
        extra: what the answer holds and should not.
        spans: offending places in the prediction.
        score: a graded check's score in [0, 1]; None for gates.
        sub: verdicts of sub-checks by name.
        measures: figures behind the verdict, e.g. ``{"concordance": 0.917}``.
    """

    passed: bool
    reason: str = ""
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    score: float | None = None
    sub: Mapping[str, Verdict] = field(default_factory=dict)
    measures: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data, without what is empty."""
        # Not dataclasses.asdict: it copies deeply, which took a third of the time of scoring a file.
        named = ((name, getattr(self, name)) for name in self.__slots__)
        data = {name: value for name, value in named if value not in (None, "", (), {})}
        data["passed"] = self.passed
        if self.sub:
            data["sub"] = {name: verdict.to_dict() for name, verdict in self.sub.items()}
        return data


PASS = Verdict(True)


def fail(reason: str, **details: Any) -> Verdict:
    """Return a failed verdict with its reason and any of the fields of `Verdict`."""
    return Verdict(False, reason, **details)
