"""`term_compliance` as published: every glossary target occurs, between word boundaries."""

from __future__ import annotations

import re
from functools import lru_cache

from inst_trans_env.constraints.published.reading import glossary_targets
from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.tasks.schema import Task

UNSPACED = (
    "\u0e00-\u0e7f"  # Thai
    "\u3000-\u303f"  # CJK symbols and punctuation
    "\u3040-\u30ff\u31f0-\u31ff\uff65-\uff9f"  # kana, extensions, half width
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f\U00030000-\U000323af"  # Han
    "\uac00-\ud7af\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc"  # Hangul
)
"""Character class of the scripts that are matched without word boundaries."""

_HAS_UNSPACED = re.compile(f"[{UNSPACED}]")


def check(task: Task, prediction: str) -> Verdict:
    """Look for each glossary target, case-sensitively, in the raw prediction."""
    targets = dict.fromkeys(glossary_targets(task.constraints))
    missing = tuple(target for target in targets if not _pattern(target).search(prediction))
    if not missing:
        return PASS
    return fail(f"glossary targets not found in the answer: {', '.join(missing)}", missing=missing)


@lru_cache(maxsize=4096)
def _pattern(target: str) -> re.Pattern[str]:
    if _HAS_UNSPACED.search(target):
        return re.compile(re.escape(target))
    edge = rf"(?:\w(?<![{UNSPACED}]))"
    return re.compile(rf"(?<!\w(?<![{UNSPACED}])){re.escape(target)}(?!{edge})")
