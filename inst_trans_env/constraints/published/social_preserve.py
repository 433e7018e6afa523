"""`social_preserve` as published: every element occurs somewhere in the raw prediction."""

from __future__ import annotations

from inst_trans_env.constraints.published.reading import social_elements
from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.tasks.schema import Task


def check(task: Task, prediction: str) -> Verdict:
    """Look for each social element as a substring."""
    missing = tuple(element for element in social_elements(task.constraints) if element not in prediction)
    if not missing:
        return PASS
    return fail(f"not found in the answer: {', '.join(missing)}", missing=missing)
