"""Finding glossary terms in a text: equal forms, word boundaries, and one occurrence for one term only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import regex

from inst_trans_env.constraints.strict.mapped import Edit, Mapped, rewrite
from inst_trans_env.constraints.strict.scripts import UNSPACED
from inst_trans_env.constraints.strict.stutter import stutters

_EQUAL = str.maketrans(
    {
        **dict.fromkeys("\u2019\u2018\u02bc\u02b9\uff07\u05f3\u00b4\u2032", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\ufe63\uff0d\u2212", "-"),
    }
)
_SPECIAL = regex.compile(
    r"(?P<deleted>[\u00ad\u200b\u200e\u200f\u2060\ufeff]+)"
    r"|(?P<space>[\s\u00a0]+)"
    r"|(?P<marked>\P{M}\p{M}{1,30}+)"
    r"|(?P<jamo>[\u1100-\u11ff]{2,30}+)"
    r"|(?P<single>[\u212a\u212b\u2126\uf900-\ufaff])"
)
_SIGNS = r"[^\w\n]*(?:\w{1,3}[.)、][^\w\n]*)?"
_START = re.compile(rf"(?:[\n.!?…。！？:：;；|]{_SIGNS}|[,，]\s?[\"'“„«‹‘「『]{{1,2}}[¿¡]?)\Z")
_BEGIN = re.compile(_SIGNS)
_LOOK_BACK = 24
_UNSPACED_PAIR = re.compile("[\u0e00-\u0eff\u3000-\u30ff\u3400-\u9fff]{2}")


class Occurrence(NamedTuple):
    """A term found in a folded text, at the code points `start`..`end` of it."""

    term: str
    start: int
    end: int


class Folded:
    """A visible text brought into the form in which terms are compared.

    Equal become: composed and decomposed letters, all white space (a line wrap as well), typographic and
    plain apostrophes and hyphens; soft hyphens and zero-width marks vanish.

    Attributes:
        text: the folded text.
        line_starts: where lines of the visible text begin in it, but for the first.
    """

    def __init__(self, visible: Mapped) -> None:
        self._visible = visible
        edits = list(_fold_edits(visible.text))
        self._mapped = rewrite(visible.text, edits)
        self.line_starts: list[int] = []
        shift = 0
        for start, end, replacement in edits:
            shift += len(replacement) - (end - start)
            if "\n" in visible.text[start:end]:
                self.line_starts.append(end + shift)
        self.text = self._mapped.text.translate(_EQUAL)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of `text[start:end]` in the text that the visible one was made from."""
        return self._visible.span(*self._mapped.span(start, end))

    def at_start(self, index: int) -> bool:
        """Whether a sentence, a title, a list item or a table cell begins at `index`."""
        at = self._mapped.span(index, index + 1)[0]
        return bool(_START.search(self._visible.text, max(0, at - _LOOK_BACK), at)) or (
            at <= _LOOK_BACK and bool(_BEGIN.fullmatch(self._visible.text, 0, at))
        )

    def occurrences(self, terms: Iterable[str]) -> list[Occurrence]:
        """Return where the terms occur, the longest term first, without overlap, in order of place."""
        used = bytearray(len(self.text))
        found: list[Occurrence] = []
        for term in sorted(set(terms), key=lambda term: (-len(fold(term)), term)):
            for start, end in self._places(fold(term)):
                if used.find(1, start, end) < 0:
                    used[start:end] = b"\1" * (end - start)
                    found.append(Occurrence(term, start, end))
        return sorted(found, key=lambda item: item.start)

    def _places(self, form: str) -> Iterator[tuple[int, int]]:
        """Yield where a folded term stands as a word; the first letter's case is free at a start."""
        swapped = form[:1].swapcase() + form[1:]
        for spelling in dict.fromkeys((form, swapped)):
            at = self.text.find(spelling) if spelling else -1
            while at >= 0:
                end = at + len(spelling)
                stands = (
                    bounded(self.text, at, end)
                    and (spelling == form or self.at_start(at))
                    and not stutters(self.text, at, end)
                )
                if stands:
                    yield at, end
                at = self.text.find(spelling, end if stands else at + 1)


@lru_cache(maxsize=4096)
def fold(term: str) -> str:
    """Return a term in the form in which terms are compared."""
    return rewrite(term, _fold_edits(term)).text.translate(_EQUAL).strip()


def bounded(text: str, start: int, end: int) -> bool:
    """Whether no word goes on at either side of `text[start:end]`; a combining mark belongs to its word."""
    if start and _in_spaced_word(text[start]) and _in_spaced_word(text[start - 1]):
        return False
    if end < len(text):
        after = text[end]
        if _is_mark(after) or (_in_spaced_word(after) and _in_spaced_word(text[end - 1])):
            return False
    return not (
        _inside_number(text[max(0, start - 2) : start + 1]) or _inside_number(text[end - 1 : end + 2])
    )


@lru_cache(maxsize=65_536)
def _in_spaced_word(char: str) -> bool:
    """Whether a character belongs to words of a script that has spaces between them."""
    return (char.isalnum() or char == "_" or _is_mark(char)) and not UNSPACED.match(char)


@lru_cache(maxsize=65_536)
def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _inside_number(three: str) -> bool:
    """Whether the characters are a digit, a separator and a digit, so that a number would be cut."""
    return len(three) == 3 and three[1] in ".," and three[0].isdigit() and three[2].isdigit()


def _fold_edits(text: str) -> Iterator[Edit]:
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        if match.lastgroup == "deleted":
            yield start, end, ""
        elif match.lastgroup == "space":
            wrapped = "\n" in match[0] and _UNSPACED_PAIR.fullmatch(
                text[start - 1 : start] + text[end : end + 1]
            )
            yield start, end, "" if wrapped else " "
        else:
            yield start, end, unicodedata.normalize("NFC", match[0])
