"""Vietnamese: every written syllable stands alone; foreign words have more than one run of vowels."""

from __future__ import annotations

import re
import unicodedata

from inst_trans_env.syllables.words.english import count as english

_SYLLABLE = re.compile(r"[bcdđghklmnpqrstvx]{0,3}(?:[gq][iu])?[aeiouyăâêôơư]{1,3}(?:ch|ng|nh|[cmnpt])?")
_VOWEL_RUN = re.compile("[aeiouyăâêôơư]+")
_TONES = re.compile("[\u0300\u0301\u0303\u0309\u0323]")


def count(word: str) -> int:
    """Return the syllables of a prepared word: 1 when it is a Vietnamese syllable."""
    toneless = _toneless(word)
    if _SYLLABLE.fullmatch(toneless):
        return 1
    if toneless.isascii():
        return english(toneless)
    return max(1, len(_VOWEL_RUN.findall(toneless)))


def is_syllable(word: str) -> bool:
    """Say whether a prepared word is a syllable of Vietnamese."""
    return _SYLLABLE.fullmatch(_toneless(word)) is not None


def _toneless(word: str) -> str:
    return unicodedata.normalize("NFC", _TONES.sub("", unicodedata.normalize("NFD", word)))
