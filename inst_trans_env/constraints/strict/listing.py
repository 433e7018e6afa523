"""Terms that are listed instead of used: in brackets at the end, as a last line, or as the whole answer."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from inst_trans_env.constraints.strict.scripts import count_letters, has_letter, weight
from inst_trans_env.constraints.strict.terms import Folded, Occurrence

_BRACKETED = re.compile(
    r"\(([^()]{1,2000}+)\)|（([^（）]{1,2000}+)）|\[([^\[\]]{1,2000}+)\]|【([^【】]{1,2000}+)】|\{([^{}]{1,2000}+)\}"
)
_LABEL = re.compile(r"[\W\d_]*\w{1,20}(?:\s\w{1,12})?\s?[:：]")
_ENDS = re.compile(r"[.!?。！？…]+")
_BETWEEN = " ,;:、，；：()（）[]【】。."
_JOINING = 4
"""Letters that may stand between listed terms (and, und, och); one of a dense script counts three."""
_LONGER_JOINERS = frozenset(("以及", "还有", "および", "และ", "그리고"))


def listed(folded: Folded, found: list[Occurrence]) -> list[Occurrence]:
    """Return those occurrences that stand in a mere list of terms, while other text surrounds it."""
    text = folded.text
    starts = sorted({*folded.line_starts, *(match.end() for match in _ENDS.finditer(text))})
    ranges = (
        *_bracketed(text, found),
        *_last_chunks(text, found, starts),
        *_first_chunks(text, found, starts),
    )
    inside = {item for start, end in ranges for item in _within(found, start, end)}
    return [item for item in found if item in inside]


def is_bare_list(answer: str, used: list[Occurrence], source: str, found: list[Occurrence]) -> bool:
    """Whether the whole answer is terms while the source says more than its terms."""
    if not used or has_letter(_rest(answer, 0, len(answer), used)):
        return False
    more = weight(count_letters(_rest(source, 0, len(source), found)))
    return more >= (6 if len(used) > 1 else 12)


def _bracketed(text: str, found: list[Occurrence]) -> Iterator[tuple[int, int]]:
    """Yield brackets that hold nothing but terms: several of them, or at the end of the text."""
    for match in _BRACKETED.finditer(text):
        start, end = match.start() + 1, match.end() - 1
        inside = _within(found, start, end)
        closing = len(inside) > 1 or not has_letter(text[match.end() : match.end() + 200])
        if inside and closing and _only_terms(text, start, end, inside):
            yield start, end


def _last_chunks(text: str, found: list[Occurrence], starts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the last sentences or lines that hold nothing but terms, unless that is all there is."""
    end = seen = len(text)
    for start in reversed(starts):
        says, seen = has_letter(text[start:seen]), start
        if says:
            inside = _within(found, start, end)
            if not inside or not _only_terms(text, start, end, inside):
                return
            yield start, end
            end = start


def _first_chunks(text: str, found: list[Occurrence], starts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first sentences or lines that hold several terms and nothing else."""
    start = seen = 0
    for end in starts:
        says, seen = has_letter(text[seen:end]), end
        if says:
            inside = _within(found, start, end)
            if len(inside) < 2 or not _only_terms(text, start, end, inside):
                return
            yield start, end
            start = end


def _only_terms(text: str, start: int, end: int, inside: list[Occurrence]) -> bool:
    label = _LABEL.match(text, start, min(end, start + 60))
    if label and label.end() <= inside[0].start:
        start = label.end()
    rest = _rest(text, start, end, inside)
    if len(inside) < 2:
        return not has_letter(rest)
    return weight(count_letters(rest)) <= _JOINING or rest.strip(_BETWEEN) in _LONGER_JOINERS


def _rest(text: str, start: int, end: int, found: list[Occurrence]) -> str:
    """Return `text[start:end]` without the terms found there."""
    pieces, at = [], start
    for item in found:
        pieces.append(text[at : item.start])
        at = item.end
    return "".join([*pieces, text[at:end]])


def _within(found: list[Occurrence], start: int, end: int) -> list[Occurrence]:
    """Return the occurrences inside a range, by bisection."""
    first = bisect_left(found, start, key=lambda item: item.start)
    last = bisect_left(found, end, key=lambda item: item.start)
    return [item for item in found[first:last] if item.end <= end]
