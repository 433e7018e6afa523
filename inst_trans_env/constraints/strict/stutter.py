"""A term with its first or last character doubled, in scripts that are written without spaces.

No word boundary shows there that ``霊霊石`` is not the term ``霊石``. A doubled character is natural where the
words beside the term end or begin with it (``昨日日本``, ``คนนั้น``) and where it is a small word that often
stands there (``目的的``); elsewhere it is what is left of a damaged term.
"""

from __future__ import annotations

import re
from functools import lru_cache

from inst_trans_env.constraints.strict.scripts import UNSPACED
from inst_trans_env.text.segment import words

_WINDOW = 8
"""Characters beside a term that are cut into words."""

_LEADING = frozenset(
    "在到从向对为被把给用以将和与及或是有不很没再最又各每本该此其大小新老全旧毎同一二三四五六七八九十百千万"
)
"""Words of one character that stand before any term: prepositions, determiners, numbers, common adjectives."""

_TRAILING = _LEADING | frozenset(
    "的了地得着过们上下中里内外前后也都就等者方所个年月日时分人号点間中内後時"
    "はがをにのへとでもやかよねなさしてただらばり"
    "은는이가을를에의로와과도만나요야라고며서들인"
)
"""Words of one character that follow any term, or end the word before it: particles, endings, places, counters."""

_HANGUL = re.compile("[\uac00-\ud7a3]+")
_PARTICLES = re.compile(
    "(?:들)?(?:은|는|이|가|을|를|의|에|에서|에게|와|과|도|만|로|으로|까지|부터|처럼|보다|이나|나|라고?|이라고?|인|님|께서|"
    "입니다|이다|예요|이에요)?(?:는|도|만|의)?"
)


def stutters(text: str, start: int, end: int) -> bool:
    """Whether a stray copy of its own first or last character stands beside the term `text[start:end]`."""
    if end - start < 2:
        return False
    first, last = text[start], text[end - 1]
    return (start > 0 and text[start - 1] == first != text[start + 1] and _strays_before(text, start)) or (
        end < len(text) and text[end] == last != text[end - 2] and _strays_behind(text, end)
    )


def _strays_before(text: str, start: int) -> bool:
    """Whether the copy before a term is no end of a word."""
    copy, earlier = text[start - 1], text[max(0, start - 2) : start - 1]
    if not UNSPACED.match(copy):
        return False
    if _HANGUL.match(copy):
        return not _HANGUL.match(earlier)
    if copy in _LEADING or (copy in _TRAILING and earlier.isalpha()):
        return False
    return len(_words(text[max(0, start - _WINDOW) : start])[-1]) == 1


def _strays_behind(text: str, end: int) -> bool:
    """Whether the copy behind a term is no beginning of a word."""
    copy = text[end]
    if not UNSPACED.match(copy) or copy in _TRAILING:
        return False
    if _HANGUL.match(copy):
        rest = _HANGUL.match(text, end + 1)
        return rest is None or (len(rest[0]) < _WINDOW and _PARTICLES.fullmatch(rest[0]) is not None)
    return len(_words(text[end : end + _WINDOW])[0]) == 1


@lru_cache(maxsize=4096)
def _words(beside: str) -> tuple[str, ...]:
    return tuple(words(beside)) or (beside[:1],)
