"""The signature of a LIFT score: all that it rests on besides the answer."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import metadata

from inst_trans_env.lift.judged import PROMPT_VERSION
from inst_trans_env.lift.schema import LiftTask
from inst_trans_env.lift.wire import to_wire

OF_THE_TASK = "of the task"
"""Names the judges where each constraint's own is asked."""

_version = cache(metadata.version)


def lift_signature(judge: str | None, task: LiftTask | None = None) -> str:
    """Return one line.

    Args:
        judge: who judged: a model, `OF_THE_TASK`, or None for nobody.
        task: names how its selectors count, and the digest of its row; None where it is said of many tasks.
    """
    parts = {"judge": judge or "none", "prompts": PROMPT_VERSION if judge else "none"}
    if task is not None:
        parts["selectors"] = f"{task.indexing.base},{task.indexing.among}"
        parts["data"] = task_digest(task)[:8]
    parts["v"] = _version("inst-trans-env")
    return "LIFT|" + "|".join(f"{key}:{value}" for key, value in parts.items())


def task_digest(task: LiftTask) -> str:
    """Return the SHA-256 of a task's row and of how its selectors count, in hexadecimal."""
    return hashlib.sha256(json.dumps(to_wire(task), sort_keys=True).encode()).hexdigest()
