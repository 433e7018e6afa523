"""Alphabetical order by the alphabet of a language.

Letters with marks that are not letters of their own in the language order as their base letter; case does
not count; a space comes before any letter, so words order first. Only languages whose order a string of
single letters can state are listed (no digraphs such as Czech *ch*; no Han).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal

Locale = Literal[
    "bg", "da", "de", "el", "en", "es", "et", "fi", "fr", "id", "it", "ms", "nb", "nl", "pl", "pt", "ro",
    "ru", "sv", "tr", "uk",
]  # fmt: skip

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS: dict[str, str] = {
    "bg": "абвгдежзийклмнопрстуфхцчшщъьюя",
    "da": _LATIN + "æøå",
    "el": "αβγδεζηθικλμνξοπρστυφχψω",
    "es": "abcdefghijklmnñopqrstuvwxyz",
    "et": "abcdefghijklmnopqrsšzžtuvwõäöüxy",
    "fi": _LATIN + "åäö",
    "nb": _LATIN + "æøå",
    "pl": "aąbcćdeęfghijklłmnńoóprsśtuvwxyzźż",
    "ro": "aăâbcdefghiîjklmnopqrsștțuvwxyz",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "sv": _LATIN + "åäö",
    "tr": "abcçdefgğhıijklmnoöprsştuüvyz",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}
_SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "ς": "σ"}


def sort_key(text: str, locale: Locale = "en") -> tuple[int, ...]:
    """Return what orders a text in the language; equal keys are equal to the alphabet."""
    lowered = text.replace("I", "ı").replace("İ", "i") if locale == "tr" else text
    composed = unicodedata.normalize("NFC", lowered.lower())
    key: list[int] = []
    for char in composed:
        key += _weights(char, locale)
    return tuple(key)


@lru_cache(maxsize=4096)
def _weights(char: str, locale: Locale) -> tuple[int, ...]:
    alphabet = _ALPHABETS.get(locale, _LATIN)
    if char in alphabet:
        return (100 + alphabet.index(char),)
    if char.isspace() or char == "-":
        return (1,)
    if char.isdigit():
        return (10 + unicodedata.digit(char, 0),)
    base = [part for part in unicodedata.normalize("NFKD", _SPELLED.get(char, char)) if part.isalpha()]
    return tuple(100 + alphabet.index(part) if part in alphabet else 1000 + ord(part) for part in base)
