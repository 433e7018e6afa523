"""The rule set `published`: verdicts of the benchmark's own scorer, oddities included.

Scores under it are comparable with the numbers that the benchmark's authors report.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from inst_trans_env.constraints.published import (
    format_preserve,
    layout_break,
    social_preserve,
    syllable_order,
    term_compliance,
)
from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.tasks.schema import Task

GATES: dict[str, ModuleType] = {
    "format_preserve": format_preserve,
    "layout_break": layout_break,
    "term_compliance": term_compliance,
    "social_preserve": social_preserve,
    "syllable_order": syllable_order,
}


class Published:
    """The published rule set; see `inst_trans_env.constraints.base.RuleSet`."""

    name = "published"
    version = 1

    def check_task(self, task: Task) -> None:
        """Accept every row: as published, a constraint that cannot be read demands nothing."""

    def gates(self, task: Task, prediction: str) -> Mapping[str, Verdict]:
        """Return the verdict of each hard constraint of the row."""
        return {cid: GATES[cid].check(task, prediction) for cid in task.hard_ids}

    def graded(self, task: Task, prediction: str) -> Mapping[str, Verdict]:
        """Return nothing: as published, every soft constraint is the judge's."""
        return {}


PUBLISHED = Published()
