"""Readings: strings of words whose syllables are known, because the data files write `twen-ty five`.

A reading is a string of words parted by spaces. Inside a word a hyphen marks a boundary between syllables, so
that number words and names of units are counted without a word counter. A word of the text itself goes into
a reading through `plain`, and its language's counter counts it. A word that begins with `_` has no syllable of
its own (`_в час`).
"""

from __future__ import annotations

from functools import lru_cache

from inst_trans_env.syllables.words import count_word

_PLAIN = "\x02"
_SMALL_KANA = frozenset("ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ")


def plain(word: str) -> str:
    """Return a reading for a word that is read as it is spelt."""
    return _PLAIN + word


def spell_out(reading: str) -> str:
    """Return the reading as it is shown: without marks."""
    return " ".join(
        word[1:] if word.startswith(_PLAIN) else word.replace("-", "").removeprefix("_")
        for word in reading.split()
    )


def measure(reading: str, lang: str) -> int:
    """Return the syllables (Japanese: morae) of a reading."""
    return sum(_measure_word(word, lang) for word in reading.split())


@lru_cache(maxsize=1 << 14)
def _measure_word(word: str, lang: str) -> int:
    if word.startswith(_PLAIN):
        return count_word(word[1:], lang) if len(word) > 1 else 0
    if word.startswith("_"):
        return 0
    if word.isascii():
        return word.count("-") + 1
    if lang in {"zh", "ko"}:
        return len(word)
    if lang == "ja":
        return sum(char not in _SMALL_KANA for char in word)
    return word.count("-") + 1
