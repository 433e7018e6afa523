"""Find terms in text: at the edges of words (UAX #29) where a script has spaces, anywhere where it has none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property

from inst_trans_env.lift.folding import alike
from inst_trans_env.text.segment import word_edges

_SPACES = re.compile(r" {2,}")
_GAPS = frozenset(" \n\t")
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x30FF),  # CJK radicals and punctuation, kana
    (0x31F0, 0x9FFF),  # kana extensions, Han
    (0xA980, 0xA9DF),  # Javanese
    (0xF900, 0xFAFF),  # Han compatibility
    (0xFF66, 0xFF9F),  # half-width kana
    (0x20000, 0x3FFFF),  # Han extensions
)
UNSPACED = "".join(f"{chr(low)}-{chr(high)}" for low, high in _UNSPACED)
"""The letters of scripts without spaces, as a class of a regular expression."""

_ELIDED = frozenset(
    "c d j l m n s t qu jusqu lorsqu puisqu quoiqu quelqu presqu entr aujourd all coll dall dell nell sull "
    "un quest quell bell sant gl dov com".split()
)
"""What stands before an apostrophe in French, Italian and Catalan as a word of its own: l'eau, dell'acqua."""


class Finder:
    """Finds terms in one text; its words are looked up once, and only if the edge of some term needs them.

    A term never runs over a line break or a tab of the text: the caller joins what belongs together.
    """

    def __init__(self, text: str, same: Callable[[str], str]) -> None:
        """Take a text, and what makes texts the same (`folding.fold` or `folding.alike`)."""
        self._same = same
        self._text = _SPACES.sub(" ", same(text)).strip()

    def count(self, term: str, *, whole: bool = True, limit: int = -1) -> int:
        """Count the occurrences of a term that do not overlap.

        Args:
            term: of one or more words; white space around it is left out, and inside it is one space.
            whole: whether a term that begins or ends inside a word does not count.
            limit: stop at this count.
        """
        text, needle = self._text, self._needle(term)
        count, start = 0, text.find(needle) if needle else -1
        while start >= 0 and count != limit:
            end = start + len(needle)
            hit = self._begins(start) and self._ends(end) if whole else not self._is_mark(end)
            count += hit
            start = text.find(needle, end if hit else start + 1)
        return count

    def starts_with(self, phrase: str) -> bool:
        """Whether the text begins with a phrase that does not end inside a word."""
        needle = self._needle(phrase)
        return bool(needle) and self._text.startswith(needle) and self._ends(len(needle))

    def ends_with(self, phrase: str) -> bool:
        """Whether the text ends with a phrase that does not begin inside a word."""
        needle = self._needle(phrase)
        return bool(needle) and self._text.endswith(needle) and self._begins(len(self._text) - len(needle))

    def _needle(self, term: str) -> str:
        return " ".join(self._same(term).split())

    def _begins(self, place: int) -> bool:
        """Whether a term may begin here: where a word does, or after an elided one (l'eau)."""
        if self._is_edge(place):
            return True
        if self._text[place - 1] != "'":
            return False
        starts = range(max(0, place - 8), place - 1)
        return any(
            self._text[start : place - 1].lower() in _ELIDED and self._is_edge(start) for start in starts
        )

    def _ends(self, place: int) -> bool:
        """Whether a term may end here: where a word does, before 's, or before a Korean particle."""
        if self._is_edge(place):
            return True
        if self._text[place : place + 2].lower() == "'s":
            return self._is_edge(place + 2)
        return "가" <= self._text[place - 1] <= "힣" and not self._is_mark(place)

    def _is_edge(self, place: int) -> bool:
        text = self._text
        if place in {0, len(text)} or text[place] in _GAPS or text[place - 1] in _GAPS:
            return True
        if self._is_mark(place):
            return False
        return _is_unspaced(text[place - 1]) or _is_unspaced(text[place]) or bool(self._edges[place])

    def _is_mark(self, place: int) -> bool:
        return place < len(self._text) and unicodedata.category(self._text[place])[0] == "M"

    @cached_property
    def _edges(self) -> bytearray:
        return word_edges(self._text)


def holds_symbol(code: str, symbol: str) -> bool:
    """Whether code holds a symbol: a name inside a longer name does not count. Case and white space do."""
    start = r"(?<!\w)" if re.match(r"\w", symbol) else ""
    end = r"(?!\w)" if re.match(r"\w", symbol[-1:]) else ""
    return re.search(f"{start}{re.escape(alike(symbol))}{end}", alike(code)) is not None


def _is_unspaced(char: str) -> bool:
    code = ord(char)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _UNSPACED)
