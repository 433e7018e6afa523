"""Environment `drafting-constraint`: documents drafted under scoped constraints (LIFT-Bench).

One package for every line of `verifiers`: the names below are imported when they are first used, so
neither the task-set API nor the classic one is touched where it does not exist.
"""

from __future__ import annotations

from inst_trans_env.envs.exports import lazily

_HOMES = {
    "DraftingTaskset": "drafting_constraint.taskset",
    "DraftingHarness": "drafting_constraint.env",
    "DraftingEnv": "drafting_constraint.env",
    "load_environment": "drafting_constraint.classic",
}

__all__ = ["DraftingEnv", "DraftingHarness", "DraftingTaskset", "load_environment"]

__getattr__ = lazily(__name__, _HOMES)
