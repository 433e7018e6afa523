"""Syllables of Latin words, as the published counter has them."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

KNOWN = {
    **dict.fromkeys(
        "iPhone iPad iPod iMac WiFi YouTube WhatsApp LinkedIn GitHub GitLab TypeScript eBay PayPal FedEx "
        "LaTeX Dr Mr Mrs Ms Prof".split(),
        2,
    ),
    **dict.fromkeys("macOS iOS JavaScript PowerPoint PhD Ph.D Ph.D. MySQL".split(), 3),
    "PostgreSQL": 4,
}
ACRONYM_WORDS = {
    **dict.fromkeys("SARS AIDS PIN SIM RAM ROM LAN WAN GIF COV".split(), 1),
    **dict.fromkeys("NASA NATO OPEC FIFA NAFTA RADAR LASER SCUBA JPEG COVID".split(), 2),
    **dict.fromkeys("IKEA UNESCO UNICEF".split(), 3),
    "ASAP": 4,
}
SPANISH = {
    **dict.fromkeys("país río día raíz maíz baúl raúl".split(), 2),
    **dict.fromkeys("pingüino maría había tenía podía decía hacía".split(), 3),
}
DICTIONARIES = {"de": "de_DE", "fr": "fr_FR", "es": "es_ES"}
"""Target language -> hyphenation dictionary; every other language is hyphenated as English."""

_MAX_HYPHENATED = 1 << 15
"""The library remembers every word for ever; it is made to forget at this many."""

_APOSTROPHES = "'‘’ʼʹ＇׳"
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
_TRAILING = ".,;:!?()[]{}\"'-"


def is_shouted(line_words: list[str]) -> bool:
    """Tell whether a line's Latin words are at least two and all in capitals."""
    lettered = [word for word in line_words if any(map(str.isalpha, word))]
    return len(lettered) > 1 and all(word.isupper() for word in lettered)


MAX_CACHED = 64
"""Longest word that is remembered: hostile text must not fill the memory."""


_remembered: dict[tuple[str, bool], dict[str, int]] = {}
_MAX_REMEMBERED = 1 << 17


def count_words(words: list[str], lang: str, shouted: bool = False) -> int:
    """Return the syllables of white-space words together; see `_count` for the arguments."""
    known = _remembered.setdefault((lang, shouted), {})
    counts = list(map(known.get, words))
    if None not in counts:
        return sum(counts)  # type: ignore[arg-type]
    if len(known) > _MAX_REMEMBERED:
        known.clear()
    total = 0
    for word, remembered in zip(words, counts, strict=True):
        count = _count(word, lang, shouted) if remembered is None else remembered
        if len(word) <= MAX_CACHED:
            known[word] = count
        total += count
    return total


def _count(word: str, lang: str, shouted: bool) -> int:
    """Return the syllables of one white-space word.

    Args:
        word: the word with whatever punctuation hangs on it.
        lang: dictionary language (``en`` outside the European route).
        shouted: whether the line is nothing but capitals, so that capitals say nothing of an acronym.
    """
    word = word.rstrip(_TRAILING)
    if word in KNOWN:
        return KNOWN[word]
    if word.upper() in ACRONYM_WORDS:
        return ACRONYM_WORDS[word.upper()]
    if _spelled_out(word, lang, shouted):
        letters = [char for char in word if char.isalpha()]
        return sum(3 if char in "Ww" and lang == "en" else 1 for char in letters)
    return hyphenate(word.lower() if word.isupper() else word, lang)


def _spelled_out(word: str, lang: str, shouted: bool) -> bool:
    letters = word.replace(".", "")
    if letters.isupper():
        apostrophe = _APOSTROPHE.search(word)
        if apostrophe and _is_ordinary(word, lang):
            return False
        if shouted and 2 <= len(word) <= 6 and _is_ordinary(word, lang):
            return False
        if 2 <= len(letters) <= 6:
            return True
    if letters and letters.isalpha() and letters.isupper():
        return len(letters) < len(word)
    capitals = sum(char.isupper() for char in word)
    return capitals >= 2 and not word.isupper() and 2 * capitals >= sum(char.isalpha() for char in word)


def _is_ordinary(word: str, lang: str) -> bool:
    return lang != "en" or _APOSTROPHE.sub("'", word).lower() in _common_words()


def hyphenate(word: str, lang: str) -> int:
    """Return the places where a word may be hyphenated, plus one: also for a word without letters."""
    if lang == "es" and word.lower() in SPANISH:
        return SPANISH[word.lower()]
    dictionary = _dictionary(DICTIONARIES.get(lang, "en_US"))
    if len(dictionary.hd.cache) > _MAX_HYPHENATED:
        dictionary.hd.cache.clear()
    return len(dictionary.positions(word.replace("-", ""))) + 1


@cache
def _dictionary(name: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=name)


@cache
def _common_words() -> frozenset[str]:
    text = (resources.files(__package__) / "en-common-words.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.split("\n") if line and not line.startswith("#"))
