"""What almost is a demanded string: other case, an inflected form, a part of a longer word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from inst_trans_env.constraints.strict.scripts import UNSPACED
from inst_trans_env.constraints.strict.terms import fold

_WORD = re.compile(r"\w+")
_MAX_WORDS = 8


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What was found instead, in words, and where in the text that was searched."""

    note: str
    start: int
    end: int


def near_miss(text: str, term: str, taken: list[tuple[int, int]]) -> NearMiss | None:
    """Return the first near miss of a term in a folded text, outside of the places already taken."""
    for pattern, how in _patterns(fold(term)):
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in taken[:50]):
                return NearMiss(f"“{match[0]}”, {how}", match.start(), match.end())
    return None


@lru_cache(maxsize=2048)
def _patterns(term: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what to look for, from the nearest miss to the farthest."""
    exact = re.escape(term)
    patterns = [
        (re.compile(rf"(?<!\w){exact}(?!\w)", re.IGNORECASE), "other case"),
        (re.compile(rf"\w{{0,30}}{exact}\w{{0,30}}", re.IGNORECASE), "part of a longer word"),
    ]
    words = _WORD.findall(term)
    if words and len(words) <= _MAX_WORDS and not UNSPACED.search(term) and max(map(len, words)) >= 4:
        stems = r"\W{1,3}".join(rf"{re.escape(word[: max(3, len(word) - 2)])}\w{{0,5}}" for word in words)
        patterns.append((re.compile(rf"(?<!\w){stems}", re.IGNORECASE), "another form"))
    return tuple(patterns)
