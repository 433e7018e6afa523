"""How the published scorer reads constraint lines.

Source: the benchmark's dataset card and the published scorer's behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SEPARATORS = re.compile("[、,，]")

SOFT_KEYWORDS = {
    "style_consistency": ("语体", "风格"),
    "context_disambiguate": ("歧义", "消歧"),
    "coref_resolution": ("指代", "代词"),
    "term_cross_sentence": ("跨句", "全文统一"),
    "academic_format_preserve": ("学术", "LaTeX", "学术格式"),
}


def glossary_targets(lines: Iterable[str]) -> list[str]:
    """Return the target terms of all glossary lines, in order."""
    targets = []
    for line in lines:
        if "术语对照" not in line and "专名" not in line:
            continue
        _, mark, rest = line.partition("术语对照")
        match = re.search("[:：]", rest) if mark else None
        if not match:
            continue
        for piece in _SEPARATORS.split(rest[match.end() :]):
            target = piece.partition("→")[2].strip()
            if target:
                targets.append(target)
    return targets


def layout_features(lines: Iterable[str]) -> set[str]:
    """Return which of ``newlines``, ``indent`` and ``table`` the layout lines ask to keep."""
    keywords = {"换行": "newlines", "缩进": "indent", "表格": "table"}
    features = {
        feature
        for line in lines
        if "布局" in line or "排版" in line
        for keyword, feature in keywords.items()
        if keyword in line
    }
    return features or {"newlines", "indent"}


def social_elements(lines: Iterable[str]) -> list[str]:
    """Return the elements of all social lines, in order."""
    elements = []
    for line in lines:
        if "社交元素" not in line:
            continue
        _, mark, rest = line.partition(":")
        if not mark:
            rest = line.partition("：")[2]
        elements += [piece.strip() for piece in _SEPARATORS.split(rest) if piece.strip()]
    return elements


def soft_text(constraint_id: str, lines: Iterable[str]) -> str:
    """Return the line that states a soft constraint, or the id itself when no line does."""
    keywords = SOFT_KEYWORDS[constraint_id]
    return next((line for line in lines if any(keyword in line for keyword in keywords)), constraint_id)
