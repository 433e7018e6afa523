"""The result of scoring one answer: the same object for a file of scores, a trainer and a trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inst_trans_env.constraints.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Score:
    """One answer's score.

    Attributes:
        case_id: the task's id.
        rules: name and version of the rule set, e.g. ``published.1``.
        present: whether there was an answer: a missing or blank one scores 0 and no check runs.
        reward: IF_Score in [0, 1]: product of the gates times the mean of the graded scores that there
            are (1 when there are none).
        gates: verdict of each gate by its id.
        graded: score of each graded constraint, in {0, 0.5, 1}; None where nobody scored it.
        notes: why a graded constraint got its score, where a reason is known.
        quality: translation quality in {0, 0.5, 1} beside the reward; None when not judged.
        judge_tokens: tokens that judging this answer sent and received; what a cache served is free.
    """

    case_id: str
    rules: str
    present: bool
    reward: float
    gates: Mapping[str, Verdict] = field(default_factory=dict)
    graded: Mapping[str, float | None] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    quality: float | None = None
    judge_tokens: tuple[int, int] = (0, 0)

    @property
    def complete(self) -> bool:
        """Whether every graded constraint has a score, so that `reward` is the full IF_Score."""
        return not self.present or None not in self.graded.values()

    @property
    def gates_passed(self) -> bool:
        """Whether there was an answer and it passed every gate."""
        return self.present and all(verdict.passed for verdict in self.gates.values())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Score:
        """Return the score that `to_dict` gave, verdicts without their details; `complete` is worked out.

        Raises:
            KeyError, TypeError, AttributeError, IndexError, ValueError: it is no such data.
        """
        _check_types(data)
        gates = {name: Verdict(verdict["passed"]) for name, verdict in data["gates"].items()}
        graded, notes = dict(data["graded"]), dict(data["notes"])
        tokens = (data["judge_tokens"][0], data["judge_tokens"][1])
        fields = (data["case_id"], data["rules"], data["present"], data["reward"])
        return cls(*fields, gates, graded, notes, data["quality"], tokens)

    def to_dict(self) -> dict[str, Any]:
        """Return the score as JSON-ready data."""
        return {
            "case_id": self.case_id,
            "rules": self.rules,
            "present": self.present,
            "reward": self.reward,
            "complete": self.complete,
            "gates": {name: verdict.to_dict() for name, verdict in self.gates.items()},
            "graded": dict(self.graded),
            "notes": dict(self.notes),
            "quality": self.quality,
            "judge_tokens": list(self.judge_tokens),
        }


def _check_types(data: Mapping[str, Any]) -> None:
    """Raise `ValueError` for a value that no score has: such as a reward in quotes, NaN or above 1."""
    optional = [data["quality"], *data["graded"].values()]
    checks = {
        "case_id": isinstance(data["case_id"], str),
        "rules": isinstance(data["rules"], str),
        "present": isinstance(data["present"], bool),
        "reward": _is_share(data["reward"]),
        "gates": all(isinstance(verdict["passed"], bool) for verdict in data["gates"].values()),
        "graded or quality": all(value is None or _is_share(value) for value in optional),
        "notes": all(isinstance(note, str) for note in data["notes"].values()),
        "judge_tokens": all(isinstance(count, int) for count in data["judge_tokens"]),
    }
    for name, right in checks.items():
        if not right:
            raise ValueError(f"{name}: not a value that a score has")


def _is_share(value: object) -> bool:
    """Return whether it is a number from 0 to 1; NaN is not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def if_score(gates: Mapping[str, Verdict], graded: Mapping[str, float | None]) -> float:
    """Return product(gates) times the mean of the graded scores that there are; 1 for an empty mean.

    Source: the benchmark's dataset card.
    """
    if not all(verdict.passed for verdict in gates.values()):
        return 0.0
    scores = [score for score in graded.values() if score is not None]
    return sum(scores) / len(scores) if scores else 1.0
