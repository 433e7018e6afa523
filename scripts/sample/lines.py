"""Write the Chinese constraint lines of a sample task from its authored constraint objects."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.schema import HARD_IDS

Constraint = Mapping[str, Any]
"""An authored constraint: its id and what it says."""

HARD, SOFT = "【硬性要求】", "【注意】"

# A constraint line is found by these words, so no other line of the row may hold them.
KEYWORDS = {
    "term_compliance": ("术语对照", "专名"),
    "layout_break": ("布局", "排版"),
    "social_preserve": ("社交元素",),
    "style_consistency": ("语体", "风格"),
    "context_disambiguate": ("歧义", "消歧"),
    "coref_resolution": ("指代", "代词"),
    "term_cross_sentence": ("跨句", "全文统一"),
    "academic_format_preserve": ("学术", "LaTeX"),
}

_STYLES = {
    "casual": ("口语化、轻松自然，像朋友之间聊天", "口语化", "轻松随意，符合日常对话习惯"),
    "neutral": ("中性、自然", "中性平实，不过分口语也不过分书面", "中性，通顺自然"),
    "formal": ("正式、书面", "正式得体，使用敬语或书面表达", "庄重正式"),
}
_WORDINGS = {
    "layout_break": (
        "保持源文的排版布局：{}",
        "保留源文排版，{}与源文一致",
        "译文布局与源文相同（{}）",
    ),
    "term_compliance": ("专名/术语对照: {}",),
    "social_preserve": ("保留以下社交元素不变: {}",),
    "syllable_order": (
        "时长越短的句子，译文音节数应越少（各句时长依次为 {} 秒）",
        "时长越短的句子译文音节数越少；各句时长（秒）：{}",
    ),
    "style_consistency": ("语体风格：{}", "全篇语体风格保持一致：{}"),
    "term_cross_sentence": ("全文统一：{}", "跨句术语一致：{}"),
    "academic_format_preserve": (
        "学术格式：LaTeX 公式与引用标记保持原样",
        "保留学术格式，公式、符号和引用编号（LaTeX 或方括号形式）不翻译、不改动",
    ),
    "context_disambiguate": ("歧义消解：{}", "注意消歧：{}"),
    "coref_resolution": ("指代消解：{}", "代词须与所指一致：{}"),
}
_SAME_TERM = ("同一术语前后使用同一译法", "核心术语的译法保持一致", "重复出现的术语不得换用别的译法")
_FORMATS = (
    ("HTML", re.compile(r"</?[A-Za-z][^>]*>")),
    (
        "Markdown",
        re.compile(r"^(?:#{1,6} |[-*+] |\d+\. |> |\|)|\*\*[^*\n]+\*\*|\]\(|`", re.MULTILINE),
    ),
)
_PLACEHOLDER = re.compile(r"\$?\{\w[\w.]*\}|%(?:\(\w+\))?[dsf]")


def constraint_lines(item: Mapping[str, Any], durations: Sequence[float]) -> list[str]:
    """Return one line per constraint of an item, in its order.

    Wordings rotate with the number of the item. `durations` are the seconds of the batch's lines.

    Raises:
        DataError: a line holds a word by which another constraint of the row would be found.
    """
    turn = int(item["case_id"].rsplit("-", 1)[1])
    lines = [_line(constraint, item, durations, turn) for constraint in item["constraints"]]
    for constraint, line in zip(item["constraints"], lines, strict=True):
        for other in item["constraints"]:
            clash = [word for word in KEYWORDS.get(other["id"], ()) if word in line]
            if other["id"] != constraint["id"] and clash:
                raise DataError(
                    f"{item['case_id']}: the {constraint['id']} line holds {clash[0]} of {other['id']}"
                )
    return lines


def _line(constraint: Constraint, item: Mapping[str, Any], durations: Sequence[float], turn: int) -> str:
    cid = constraint["id"]
    if cid == "format_preserve":
        return HARD + _format_line(item)
    wordings = _WORDINGS[cid]
    detail = _hard_detail(constraint, durations) if cid in HARD_IDS else _soft_detail(constraint, turn)
    return (HARD if cid in HARD_IDS else SOFT) + wordings[turn % len(wordings)].format(detail)


def _hard_detail(constraint: Constraint, durations: Sequence[float]) -> str:
    match constraint["id"]:
        case "layout_break":
            parts = constraint["features"]
        case "term_compliance":
            parts = [f"{source}→{target}" for source, target in constraint["pairs"]]
        case "social_preserve":
            parts = constraint["elements"]
        case _:
            parts = [f"{seconds:g}" for seconds in durations]
    return "、".join(parts)


def _soft_detail(constraint: Constraint, turn: int) -> str:
    standard: Sequence[str] = ("",)
    if constraint["id"] == "style_consistency":
        standard = _STYLES[constraint["formality"]]
    elif constraint["id"] == "term_cross_sentence":
        standard = _SAME_TERM
    return str(constraint.get("text", standard[turn % len(standard)]))


def _format_line(item: Mapping[str, Any]) -> str:
    """Name the formats that the source holds."""
    source = item["source"]
    texts = list(source.values()) if isinstance(source, dict) else [source]
    names = ["JSON"] if isinstance(source, dict) or _is_json(source) else []
    names += [name for name, pattern in _FORMATS if any(pattern.search(text) for text in texts)]
    placeholders = any(_PLACEHOLDER.search(text) for text in texts)
    if not names and not placeholders:
        raise DataError(f"{item['case_id']}: format_preserve, but the source holds no format to preserve")
    if not names:
        return "保留源文中的占位符不变"
    return f"保留源文中的 {'、'.join(names)} 格式标记{'与占位符' if placeholders else ''}不变"


def _is_json(text: str) -> bool:
    if not text.startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
