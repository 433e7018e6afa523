"""Words in Arabic, Devanagari and Thai letters, whose vowels are written in part or not at all."""

from __future__ import annotations

from inst_trans_env.syllables.words import arabic as ar
from inst_trans_env.syllables.words.listed import listed
from inst_trans_env.syllables.words.nuclei import nuclei

_THAI_REPEAT = "ๆ"


def arabic(word: str) -> int:
    """Return the syllables of an Arabic word in pause, by its vowel marks when it has them."""
    word = ar.spelt(word)
    by_marks = ar.marked(word)
    if by_marks is not None:
        return by_marks
    word = ar.bare(word)
    return listed("ar").get(word) or max(1, nuclei(word, "ar"))


def hindi(word: str) -> int:
    """Return the syllables of a Hindi word."""
    return listed("hi").get(word) or max(1, nuclei(word, "hi"))


def thai(word: str) -> int:
    """Return the syllables of a stretch of Thai; ๆ repeats the syllable before it, ฯ adds nothing."""
    repeated = word.count(_THAI_REPEAT)
    words = word.replace(_THAI_REPEAT, "").replace("ฯ", "")
    return (max(1, nuclei(words, "th")) if words else 0) + repeated
