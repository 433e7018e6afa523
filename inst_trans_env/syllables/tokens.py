"""Cut a text into pieces: words, numbers, symbols, web addresses; the rest is silent.

A piece never spans white space. Words are cut where the script changes (`3D映画`), at hyphens and at digits;
an apostrophe inside a word belongs to it. A full stop stays with the word it ends, because only the reader
(`normalise`) knows whether it marks an abbreviation.
"""

from __future__ import annotations

from typing import NamedTuple

import regex

WORD, NUMBER, SYMBOL, WEB, SILENT = "word", "number", "symbol", "web", "silent"
HYPHENS = frozenset("-‐‑–")
"""Signs that join words; each is a piece of its own."""


class Piece(NamedTuple):
    """A stretch of text: `text`, its `kind` (one of the five above), whether white space precedes it."""

    text: str
    kind: str
    spaced: bool


_APOSTROPHE = "['’ʼ‘`´ʹ′·]"
_SCRIPTS = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}ー々〆〇ヶヵ][\p{Han}\p{Hiragana}\p{Katakana}\p{Inherited}ー々〆〇ヶヵ]*",
    r"\p{Hangul}+",
    r"\p{Thai}+",
    r"[\p{Arabic}--\p{Nd}--\p{P}--\p{S}][[\p{Arabic}\p{Inherited}ـ]--\p{Nd}--\p{P}--\p{S}]*",
    r"[\p{Devanagari}--\p{Nd}--\p{P}][[\p{Devanagari}\p{Inherited}]--\p{Nd}--\p{P}]*",
    rf"[\p{{L}}--\p{{Han}}--\p{{Thai}}][[\p{{L}}\p{{M}}]--\p{{Han}}--\p{{Hiragana}}--\p{{Katakana}}--\p{{Hangul}}--\p{{Thai}}]*"
    rf"(?:{_APOSTROPHE}[[\p{{L}}--\p{{Han}}--\p{{Thai}}]][\p{{L}}\p{{M}}]*)*",
)
_DOMAINS = (
    "com|org|net|edu|gov|io|ai|info|app|dev|co|tv|me|uk|us|eu|"
    "at|br|ch|cn|de|es|fr|id|in|it|jp|kr|my|nl|ph|pl|pt|ro|ru|se|th|tr|vn"
)
_HOST = rf"(?:[A-Za-z0-9-]{{2,63}}\.){{1,4}}(?:{_DOMAINS})\b"
_PIECE = regex.compile(
    r"(?P<web>(?:https?|ftp)://[^\s<>\"]+|www\.[^\s<>\"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
    rf"|[@#][\p{{L}}_][\p{{L}}\p{{M}}\p{{Nd}}_]*|{_HOST}(?:/[^\s<>\"]*)?)"
    r"|(?P<number>(?:(?<![^(\[])[-−])?\p{Nd}+(?:[.,:/'’٫٬–~〜-]\p{Nd}+)*)"
    rf"|(?P<word>(?:\p{{L}}\.){{2,12}}\p{{L}}?(?!\p{{L}})|(?:{'|'.join(_SCRIPTS)})\.?)"
    r"|(?P<symbol>[\p{Sc}%٪‰°&+=×÷±<>~§№℃℉\p{No}\p{Nl}²³/])"
    r"|(?P<silent>.)",
    flags=regex.V1 | regex.DOTALL,
)


def cut(text: str) -> list[Piece]:
    """Return the pieces of a folded text, in order, without the white space between them."""
    return [piece for chunk in text.split() for piece in cut_chunk(chunk)]


def cut_chunk(chunk: str) -> list[Piece]:
    """Return the pieces of a stretch of text without white space."""
    return [
        Piece(match[0], match.lastgroup or SILENT, match.start() == 0) for match in _PIECE.finditer(chunk)
    ]
