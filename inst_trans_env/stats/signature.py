"""The signature that says how a figure was made, so that like is compared with like."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import metadata

from inst_trans_env.syllables import VERSION as SYLLABLES_VERSION
from inst_trans_env.tasks.schema import Task

# Looked up once: it reads a file, and every task has a signature.
version = cache(metadata.version)


def signature(*, rules: str, judge: str, prompts: str, data_sha256: str, rows: int) -> str:
    """Return one line that names everything a figure depends on.

    Args:
        rules: name and version of the rule set.
        judge: name of the judge model, or ``none``.
        prompts: version of the judge's prompts, or ``none``.
        data_sha256: digest of the task file.
        rows: number of tasks scored.
    """
    # The published rules identify no language and count syllables their own, frozen way.
    strict = not rules.startswith("published")
    parts = {
        "rules": rules,
        "judge": judge,
        "prompts": prompts,
        "data": data_sha256[:8],
        "n": str(rows),
        "lid": f"py3langid-{version('py3langid')}" if strict else "none",
        "syl": str(SYLLABLES_VERSION) if strict else "published",
        "v": version("inst-trans-env"),
    }
    return "InstTrans|" + "|".join(f"{key}:{value}" for key, value in parts.items())


def task_digest(task: Task) -> str:
    """Return the SHA-256 of a task's row, in hexadecimal, however its fields were ordered."""
    row = json.dumps(task.to_row(), sort_keys=True)
    return hashlib.sha256(row.encode()).hexdigest()


def answer_signature(task: Task, *, rules: str, judge: str = "none", prompts: str = "none") -> str:
    """Return the signature of one answer's score: its data is the task's row."""
    return signature(rules=rules, judge=judge, prompts=prompts, data_sha256=task_digest(task), rows=1)
