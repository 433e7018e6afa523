"""Residue: hardly any Han characters in an answer that is neither Chinese nor Japanese."""

from __future__ import annotations

import re

from inst_trans_env.constraints.strict.formats.piece import Piece, Problem
from inst_trans_env.constraints.strict.visible import visible
from inst_trans_env.text.chars import HAN

MAX_SHARE = 0.01
_NOT_SPACE = re.compile(r"\S+")


def check(piece: Piece) -> Problem | None:
    """Measure the share of Han characters in what a reader sees; none may stand in `alt` or `title`."""
    row = piece.row
    if row.source_lang != "zh" or row.target_lang in ("zh", "ja") or not HAN.search(piece.answer.text):
        return None
    for token in piece.answer.tokens:
        for attribute in token.attributes:
            if attribute.name in ("alt", "title") and HAN.search(_without(attribute.value or "", row.kept)):
                value, place = attribute.value or "", (attribute.start, attribute.end)
                return Problem(f"Han characters are left in {attribute.name}", (), (value,), (place,))
    seen = visible(piece.answer.text, row.kept, row.colons)
    left = list(HAN.finditer(seen.text))
    total = sum(len(match[0]) for match in _NOT_SPACE.finditer(seen.text.replace("\ufffc", " ")))
    if len(left) <= MAX_SHARE * total:
        return None
    spans = tuple(seen.span(match.start(), match.end()) for match in left[:20])
    return Problem(f"{len(left)} of {total} visible characters are Han", (), (left[0][0],), spans)


def _without(text: str, kept: tuple[str, ...]) -> str:
    for string in kept:
        text = text.replace(string, "")
    return text
