"""Environment `drafting-constraint`: documents drafted under scoped constraints (LIFT-Bench).

One package for every line of `verifiers`: the names below are imported when they are first used, so
neither the task-set API nor the classic one is touched where it does not exist.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "DraftingTaskset": "drafting_constraint.taskset",
    "DraftingHarness": "drafting_constraint.env",
    "DraftingEnv": "drafting_constraint.env",
    "load_environment": "drafting_constraint.classic",
}

__all__ = ["DraftingEnv", "DraftingHarness", "DraftingTaskset", "load_environment"]


def __getattr__(name: str) -> Any:
    """Import one of the exported names from its module (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
