"""The signature of a LIFT score: all that it rests on besides the task and the answer."""

from __future__ import annotations

from functools import cache
from importlib import metadata

from inst_trans_env.lift.judged import PROMPT_VERSION
from inst_trans_env.lift.selectors import Indexing

OF_THE_TASK = "of the task"
"""Names the judges where each constraint's own is asked."""

_version = cache(metadata.version)


def lift_signature(judge: str | None, indexing: Indexing | None = None) -> str:
    """Return one line.

    Args:
        judge: who judged: a model, `OF_THE_TASK`, or None for nobody.
        indexing: how the selectors of the task count; None where it is said of many tasks.
    """
    parts = {"judge": judge or "none", "prompts": PROMPT_VERSION if judge else "none"}
    if indexing is not None:
        parts["selectors"] = f"{indexing.base},{indexing.among}"
    parts["v"] = _version("inst-trans-env")
    return "LIFT|" + "|".join(f"{key}:{value}" for key, value in parts.items())
