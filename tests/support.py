"""What many tests need: rows that are right, and tasks made of a few words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inst_trans_env import Task
from inst_trans_env.files import read_jsonl
from inst_trans_env.tasks import build_prompt

CASES = Path(__file__).parent / "constraints" / "cases"
LINES = {
    "format_preserve": "【硬性要求】保留源文中的 JSON 格式标记不变",
    "layout_break": "【硬性要求】保持布局：换行与缩进不变",
    "term_compliance": "【硬性要求】专名/术语对照: 河→river",
    "social_preserve": "【硬性要求】保留以下社交元素不变: @某人",
    "syllable_order": "【硬性要求】显示时间越长的字幕，译文音节数不得更少",
    "style_consistency": "【注意】语体风格：口语",
}


def row(case_id: str = "case-1", **changes: Any) -> dict[str, Any]:
    """Return a whole row as the release has it, with changes; the prompt follows them."""
    fields: dict[str, Any] = {
        "case_id": case_id,
        "reference": '{"1": "Hello"}',
        "source_lang": "zh",
        "target_lang": "en",
        "source_text": '{"1": "你好"}',
        "constraint_ids": ["format_preserve"],
        "scenario": "social",
        "domain": "评论",
    }
    fields.update(changes)
    if "constraints" not in fields:
        fields["constraints"] = [LINES[cid] for cid in fields["constraint_ids"]]
    fields.setdefault(
        "prompt",
        build_prompt(
            fields["source_text"],
            fields["constraints"],
            source_lang=fields["source_lang"],
            target_lang=fields["target_lang"],
        ),
    )
    return fields


def task(source: str, *ids: str, source_lang: str = "zh", target_lang: str = "en", **fields: Any) -> Task:
    """Return a task that scoring can read, without a prompt."""
    lines = tuple(fields.pop("constraints", [LINES[cid] for cid in ids]))
    return Task(source_lang, target_lang, source, lines, ids, **fields)


def cases(name: str) -> list[dict[str, Any]]:
    """Return the rows of a table of cases."""
    return [case for _, case in read_jsonl(CASES / name)]
