"""Words, sentences and graphemes by Unicode segmentation (UAX #29), with ICU's dictionaries.

Chinese, Japanese, Thai, Lao, Khmer and Burmese words come from ICU's dictionaries, so a text without
spaces has words too. Every function takes any string (lone surrogates and NUL included) in linear time.
"""

from __future__ import annotations

import re
from itertools import pairwise

from icu4py.breakers import CharacterBreaker, SentenceBreaker, WordBreaker

_SURROGATE = re.compile("[\ud800-\udfff]")
_LOCALE = "en@ss=standard"
_CLOSING_QUOTES = "\"'”’»›」』)]）"
_ABBREVIATIONS = frozenset(
    "dr. st. mt. ft. no. vs. cf. al. fig. eq. sec. ch. vol. pp. e.g. i.e. resp. approx. ca. z.b. d.h. bzw. "
    "u.a. sra. sr. dra. ing. mme. mlle. p.ej. г. им. т.е. т.к.".split()
)
"""Abbreviations that do not end a sentence, beside ICU's English list (which lacks some titles)."""


def clean(text: str) -> str:
    """Return the text with lone surrogates replaced by U+FFFD, as any UTF-8 encoder needs it."""
    return text if text.isascii() else _SURROGATE.sub("�", text)


def words(text: str) -> list[str]:
    """Return the word segments that hold a letter or a digit, in order.

    A run of digits with its separators (``1,000.5``) is one word; ``can't`` is one; ``well-known`` is two.
    """
    segments = WordBreaker(clean(text), _LOCALE)
    return [word for word in segments if word[:1].isalnum() or any(map(str.isalnum, word))]


def word_edges(text: str) -> bytearray:
    """Return for every place of the text, its end included, whether a word boundary (UAX #29) is there."""
    edges = bytearray(len(text) + 1)
    place = 0
    for segment in WordBreaker(clean(text), _LOCALE):
        edges[place] = 1
        place += len(segment)
    edges[place] = 1
    return edges


def graphemes(text: str) -> list[str]:
    """Return the user-perceived characters (extended grapheme clusters) of the text."""
    return list(text) if text.isascii() and "\r" not in text else list(CharacterBreaker(clean(text), _LOCALE))


def sentences(text: str) -> list[str]:
    """Return the sentences that hold a letter or a digit, without the white space around them.

    Three things on top of UAX #29: a list of abbreviations that end no sentence; a quotation that a
    lower-case letter follows goes on; a text without any capital letter is cut as if its letters were
    capitals, because the standard never ends a sentence at a full stop before a lower-case letter.
    A line break always ends a sentence. Thai writes no mark at the end: its sentences end with the line.
    """
    pieces: list[str] = []
    for segment in _sentence_segments(clean(text)):
        piece = segment.strip()
        if pieces and _goes_on(pieces[-1], piece):
            pieces[-1] += " " + piece
        elif piece:
            pieces.append(piece)
    return [piece for piece in pieces if any(map(str.isalnum, piece))]


def _sentence_segments(text: str) -> list[str]:
    if not text.islower():
        return list(SentenceBreaker(text, _LOCALE))
    capitals = "".join(upper if len(upper := char.upper()) == 1 else char for char in text)
    ends = [0]
    for segment in SentenceBreaker(capitals, _LOCALE):
        ends.append(ends[-1] + len(segment))
    return [text[start:end] for start, end in pairwise(ends)]


def _goes_on(previous: str, piece: str) -> bool:
    """Whether a boundary between two pieces is none: an abbreviation, or a quotation that goes on."""
    if not piece:
        return False
    if previous[-1] == "." and previous[-24:].rsplit(None, 1)[-1].lstrip('([“"').lower() in _ABBREVIATIONS:
        return True
    return previous[-1] in _CLOSING_QUOTES and piece[0].islower()
