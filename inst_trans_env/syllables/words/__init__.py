"""Syllables of one plain word, one module a language or family; each loads at its first use."""

from __future__ import annotations

import regex

_VOWELS = regex.compile(r"[aeiouyáàâäãåæéèêëíìîïóòôöõøœúùûüýÿăąęıőűаеёиоуыэюяαεηιουωάέήίόύώ]+", regex.I)


def count_word(word: str, lang: str) -> int:
    """Return the syllables of one word (no digits, no white space); `lang` is a resolved code."""
    return max(1, len(_VOWELS.findall(word)))
