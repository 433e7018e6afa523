"""Which counter a word goes to: by its script first, then by the language of the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial

from inst_trans_env.syllables.words import alphabetic, cjk, eastern, english, foreign, vietnamese

_SCRIPTS = {
    "ar": "arabic",
    "hi": "devanagari",
    "ja": "cjk",
    "ko": "cjk",
    "ru": "cyrillic",
    "th": "thai",
    "zh": "cjk",
}
_READERS = {"arabic": "ar", "cjk": "zh", "cyrillic": "ru", "devanagari": "hi", "latin": "en", "thai": "th"}
"""The language that reads a script in a text of another script."""

_COUNTERS: dict[str, Callable[[str], int]] = {
    "ar": eastern.arabic,
    "en": english.count,
    "hi": eastern.hindi,
    "ja": cjk.japanese,
    "ko": cjk.blocks,
    "ru": alphabetic.russian,
    "th": eastern.thai,
    "vi": vietnamese.count,
    "zh": cjk.blocks,
}
_WITH_SILENT_WORDS = frozenset(("pl", "ru", "th"))
"""Languages with words (Thai: a sign) that are not heard by themselves; elsewhere any letter is."""
_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ‘`´ʹ′", "'"))
_HYPHENS = re.compile(r"[\s\-‐‑–—./·]+")
_LONGEST_REMEMBERED = 64


def count_word(word: str, lang: str) -> int:
    """Return the syllables (Japanese: morae) of one folded word without digits, of any script.

    `lang` is a resolved code. Parts joined by hyphens are added up. Only words without a vowel of their own
    that lean on a neighbour (Russian `в`, Polish `z`) count 0.
    """
    return _remembered(word, lang) if len(word) <= _LONGEST_REMEMBERED else _parts(word, lang)


def _parts(word: str, lang: str) -> int:
    return sum(_count(part, lang) for part in _HYPHENS.split(word) if part)


_remembered = lru_cache(maxsize=1 << 15)(_parts)


def _count(word: str, lang: str) -> int:
    script = foreign.script(word)
    reader = lang if script == _SCRIPTS.get(lang, "latin") else _READERS.get(script)
    if reader is None:
        return foreign.count(word)
    counter = _COUNTERS.get(reader) or partial(alphabetic.count, lang=reader)
    syllables = counter(prepare(word, reader))
    return syllables or int(reader != lang or lang not in _WITH_SILENT_WORDS)


def prepare(word: str, lang: str) -> str:
    """Return the word in lower case with plain apostrophes, as the counter of the language wants it."""
    word = word.translate(_APOSTROPHES)
    if lang == "tr":
        word = word.replace("I", "ı").replace("İ", "i")
    return word.lower()
