"""Syllables of Arabic words, as the published counter has them."""

from __future__ import annotations

import re
from functools import lru_cache

_SHORT = "\u064b\u064c\u064d\u064e\u064f\u0650"
_MARKS = re.compile("[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_VOWEL_LETTERS = "اويىآة"


MAX_CACHED = 64
"""Longest word that is remembered."""


def count_word(word: str) -> int:
    """Return the syllables of one Arabic word, by its vowel marks when it has them."""
    return (_count_cached if len(word) <= MAX_CACHED else _count)(word)


def _count(word: str) -> int:
    return _by_marks(word) if _is_vocalised(word) else _by_skeleton(_MARKS.sub("", word))


_count_cached = lru_cache(maxsize=1 << 15)(_count)


def _is_vocalised(word: str) -> bool:
    consonants = marked = 0
    for char, following in zip(word, word[1:] + " ", strict=True):
        if char.isalpha() and char not in _VOWEL_LETTERS and not _MARKS.match(char):
            consonants += 1
            marked += bool(_MARKS.match(following)) and following != "\u0640"
    return 2 * marked > consonants


def _by_marks(word: str) -> int:
    count, since_letter = 0, False
    for position, char in enumerate(word):
        if char in _SHORT:
            count, since_letter = count + 1, True
        elif char == "\u0670" or (char in "اى" and position):
            # The mark is a vowel of the letter before it; alef is the last letter for what follows.
            count, since_letter = count + (not since_letter), char == "\u0670"
        elif char == "آ":
            count, since_letter = count + 1, False
        elif not _MARKS.match(char):
            since_letter = False
    return max(count, 1)


def _by_skeleton(word: str) -> int:
    if len(word) <= 2:
        return 1
    skeleton = _skeleton(word)
    if "V" not in skeleton:
        return max((len(skeleton) + 1) // 2, 1)
    vowels = skeleton.count("V")
    if len(skeleton) == 3 and vowels == 1 and skeleton[1] == "V":
        return vowels + 1
    runs = skeleton.split("V")
    return vowels + sum(len(run) // 2 for run in runs)


def _skeleton(word: str) -> str:
    shape: list[str] = []
    for position, char in enumerate(word):
        if char in "ىآة":
            shape.append("V")
        elif char == "ا":
            shape.append("V" if position else "C")
        elif char in "وي":
            before_final = position == len(word) - 2 and word[-1] == "ة"
            consonant = before_final or not position or shape[-1] == "V"
            shape.append("C" if consonant else "V")
        else:
            shape.append("C")
    return "".join(shape)
