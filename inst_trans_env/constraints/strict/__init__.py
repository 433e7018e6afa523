"""The rule set `strict`: the verdict that a localisation engineer would give."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inst_trans_env.constraints.strict import (
    academic_format_preserve,
    copy,
    format_preserve,
    language,
    layout_break,
    reading,
    repetition,
    social_preserve,
    syllable_order,
    term_compliance,
)
from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.verdict import Verdict, fail
from inst_trans_env.tasks.schema import Task

EVERY_ROW: dict[str, Callable[[Case], Verdict]] = {
    "language": language.check,
    "copy": copy.check,
    "repetition": repetition.check,
}
"""Gates that every row has."""

HARD: dict[str, Callable[[Case], Verdict]] = {
    "format_preserve": format_preserve.check,
    "layout_break": layout_break.check,
    "term_compliance": term_compliance.check,
    "social_preserve": social_preserve.check,
    "syllable_order": syllable_order.check,
}
"""Gates of rows that declare them."""

GRADED: dict[str, Callable[[Case], Verdict | None]] = {
    "academic_format_preserve": academic_format_preserve.check,
}
"""Graded constraints that a rule settles; None when the source has nothing to look for."""


class StrictRules:
    """See `constraints.base.RuleSet`."""

    name = "strict"
    version = 3

    def check_task(self, task: Task) -> None:
        """Raise `DataError` when a constraint of the row cannot be read."""
        reading.check_readable(task)

    def gates(self, task: Task, prediction: str) -> Mapping[str, Verdict]:
        """Return the verdicts of language, copy and repetition, then of the row's hard constraints."""
        case = Case(task, prediction)
        checks = {**EVERY_ROW, **{cid: HARD[cid] for cid in task.hard_ids}}
        return {gate: _judge(case, check) for gate, check in checks.items()}

    def graded(self, task: Task, prediction: str) -> Mapping[str, Verdict]:
        """Return the scores of the graded constraints that a rule can settle."""
        case = Case(task, prediction)
        found: dict[str, Verdict] = {}
        for cid in task.soft_ids:
            verdict = None
            if cid in GRADED:
                verdict = Verdict(False, case.unanswered, score=0.0) if case.unanswered else GRADED[cid](case)
            if verdict is not None:
                found[cid] = verdict
        return found


def _judge(case: Case, check: Callable[[Case], Verdict]) -> Verdict:
    """Run a check; where there is no answer every gate fails."""
    return fail(case.unanswered) if case.unanswered else check(case)


STRICT = StrictRules()
