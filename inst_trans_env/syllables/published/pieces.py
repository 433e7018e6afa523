"""Cutting a line into pieces of one script each, as the published counter does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

LATIN = "a-zA-Z\u00c0-\u00ffŒœ"
ARABIC_LETTERS = "\u0620-\u063f\u0641-\u064a\u066e-\u066f\u0671-\u06d3\u06d5\u06ee-\u06ef\u06fa-\u06ff"
ARABIC_MARKS = "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"
DIGITS = "0-9\u0660-\u0669\uff10-\uff19"


class Kind(Enum):
    """What a piece is made of."""

    HAN = "han"
    KANA = "kana"
    ARABIC = "arabic"
    LATIN = "latin"
    NUMBER = "number"


_HAN = "\u4e00-\u9fff\u3400-\u4dbf"
_KANA = "\u3040-\u30ff"
_RUN = f".\\-/${DIGITS}"
_NOT_LATIN = f"{_RUN}{_HAN}{_KANA}{ARABIC_LETTERS}{ARABIC_MARKS}"
_ATOM = re.compile(
    # A Latin piece takes in white space and all characters of no known script.
    f"(?P<latin>[{LATIN}][^{_NOT_LATIN}]*)"
    f"|(?P<run>[{_RUN}][,{_RUN}]*)"
    r"|(?P<space>\s+)"
    f"|(?P<han>[{_HAN}]+)"
    f"|(?P<kana>[{_KANA}]+)"
    f"|(?P<arabic>[{ARABIC_LETTERS}{ARABIC_MARKS}]+)"
    f"|(?P<other>[^{LATIN}\\s{_NOT_LATIN}]+)"
)
_DIGIT = re.compile(f"[{DIGITS}]")
_ORDINAL = re.compile("st|nd|rd|th", re.IGNORECASE)
_SCRIPTS = {kind.value: kind for kind in (Kind.HAN, Kind.KANA, Kind.ARABIC, Kind.LATIN)}


def pieces(line: str) -> Iterator[tuple[Kind, str]]:
    """Yield (kind, text) of a line's pieces, in order.

    White space keeps an open Latin piece open and closes any other; a character of no known script
    joins the open piece and is dropped when none is open.
    """
    open_kind: Kind | None = None
    parts: list[str] = []
    at = 0
    while match := _ATOM.match(line, at):
        at = match.end()
        name, text = str(match.lastgroup), match[0]
        kind = _SCRIPTS.get(name)
        if kind is not None and kind is open_kind:
            parts.append(text)
            continue
        if name == "run" and _is_number(text, line, match.start(), open_kind):
            if open_kind:
                yield open_kind, "".join(parts)
            ordinal = _ORDINAL.match(line, at)
            at = ordinal.end() if ordinal else at
            yield Kind.NUMBER, text + (ordinal[0] if ordinal else "")
            open_kind, parts = None, []
        elif kind is not None:
            if open_kind:
                yield open_kind, "".join(parts)
            open_kind, parts = kind, [text]
        elif name == "space" and open_kind is not Kind.LATIN:
            if open_kind:
                yield open_kind, "".join(parts)
            open_kind, parts = None, []
        elif open_kind:
            if name == "run" and _DIGIT.search(text):
                at, text = match.start() + 1, text[0]
            parts.append(text)
    if open_kind:
        yield open_kind, "".join(parts)


def _is_number(run: str, line: str, start: int, open_kind: Kind | None) -> bool:
    """Tell whether a run is a number; a hyphen right after a letter belongs to the word before it."""
    if not _DIGIT.search(run):
        return False
    return not (run[0] == "-" and open_kind and start and line[start - 1].isalpha())
