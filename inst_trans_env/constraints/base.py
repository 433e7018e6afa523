"""The shape of a gate, of a rule for a graded constraint, and of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.tasks.schema import Task


class RuleSet(Protocol):
    """One way to read the constraints: which gates a row has and how strictly they are judged."""

    name: str
    version: int

    def check_task(self, task: Task) -> None:
        """Raise `DataError` when a constraint of the row cannot be read under this rule set."""

    def gates(self, task: Task, prediction: str) -> Mapping[str, Verdict]:
        """Return the verdict of every gate of the row by gate id, in a fixed order. Never raises on any text."""

    def graded(self, task: Task, prediction: str) -> Mapping[str, Verdict]:
        """Return scores of those graded constraints of the row that a rule settles without a judge."""
