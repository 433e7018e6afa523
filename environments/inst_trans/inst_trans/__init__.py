"""Environment `inst-trans`: translation under constraints, scored by rules and, if asked, by a judge.

One package for every line of `verifiers`: the names below are imported when they are first used, so
neither the task-set API nor the classic one is touched where it does not exist.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "InstTransTaskset": "inst_trans.taskset",
    "InstTransHarness": "inst_trans.harness",
    "InstTransEnv": "inst_trans.env",
    "load_environment": "inst_trans.classic",
}

__all__ = ["InstTransEnv", "InstTransHarness", "InstTransTaskset", "load_environment"]


def __getattr__(name: str) -> Any:
    """Import one of the exported names from its module (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
