"""Words in capitals and mixed case: acronyms spelt or read as words, brand names, single letters."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.spoken import plain
from inst_trans_env.syllables.normalise.spot import Reading, Spot
from inst_trans_env.syllables.tokens import WORD

_PLURAL = re.compile(r"([A-ZÀ-ÞА-Я]{2,6})(?:s|i|ов)")
_PARTS = regex.compile(r"\p{Lu}{2,}(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|[^\p{Lu}\p{Ll}]+")
_VOWELS = "AEIOUYÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÝĂĄĘIİŐŰАЕЁИОУЫЭЮЯ"
_ONSETS = frozenset(
    "BL BR CH CL CR DR FL FR GL GR KL KN KR PH PL PR PS QU SC SCH SH SK SL SM SN SP SPR ST STR SW TH TR TW WH ZW "
    "БЛ БР ВЛ ВР ГЛ ГР ДР КЛ КР ПЛ ПР СК СЛ СМ СН СП СТ ТР ФЛ ФР ХР".split()
)
_SYLLABLES = re.compile(rf"([^{_VOWELS}]*)([{_VOWELS}]+)((?:[^{_VOWELS}]+[{_VOWELS}]+)*)([^{_VOWELS}]*)")
_CLUSTER = re.compile(rf"[^{_VOWELS}]{{4,}}")
_WIDE = frozenset(("ja", "ko", "zh", "th", "hi", "ar", "ru"))
"""Languages in another script: a Latin letter in them is always a letter name."""


def capitals(text: str) -> bool:
    """Say whether a word has a shape that may not be read as spelt: `NASA`, `iPhone`, `CDs`, `B`."""
    upper = sum(char.isupper() for char in text)
    return upper > 1 or (upper == 1 and (len(text) == 1 or text[0].islower()))


def read(spot: Spot) -> Reading | None:
    """Read a word in capitals or mixed case; None where it is read as spelt."""
    text = spot.piece().text.rstrip(".")
    lang = spot.lang
    name = spot.lexicon.names.get(text.casefold()) if capitals(text) else None
    if name:
        return Reading(1, name)
    if len(text) == 1:
        return Reading(1, _single(text, spot)) if _is_letter(text, spot) else None
    plural = _PLURAL.fullmatch(text)
    if plural:
        return Reading(1, spell(plural[1], lang))
    if text.isupper():
        words = _shouted(spot) and text not in spot.lexicon.spelt and any(char in _VOWELS for char in text)
        return Reading(1, plain(text.lower())) if words else Reading(1, acronym(text, lang))
    return Reading(1, _mixed(text, lang))


def _is_letter(text: str, spot: Spot) -> bool:
    if not text.isascii() or not text.isalpha():
        return False
    return spot.lang in _WIDE or text not in spot.lexicon.words.get("one_letter_words", [])


def _single(text: str, spot: Spot) -> str:
    return spell(text, spot.lang)


def _shouted(spot: Spot) -> bool:
    """Say whether a neighbour is a longer word in capitals too: a heading, not an acronym."""
    for offset in (-1, 1):
        piece = spot.piece(offset)
        word = piece.text.rstrip(".")
        if piece.kind == WORD and len(word) > 1 and word.isupper() and word not in spot.lexicon.spelt:
            if word.casefold() not in spot.lexicon.names and _pronounceable(word):
                return True
    return False


@lru_cache(maxsize=4096)
def acronym(text: str, lang: str) -> str:
    """Return a word in capitals as it is said: by its letters, or as a word if it can be pronounced."""
    table = lexicon(lang)
    known = table.names.get(text.casefold())
    if known:
        return known
    if text in table.spelt:
        return spell(text, lang)
    shortest = int(table.words.get("shortest_word", ["4"])[0])
    if text.casefold() in table.words.get("function", []):
        return plain(text.lower())
    if len(text) >= shortest and _pronounceable(text):
        return plain(text.lower())
    return spell(text, lang) if len(text) <= 6 or not _has_vowel(text) else plain(text.lower())


def _has_vowel(text: str) -> bool:
    return any(char in _VOWELS for char in text)


def _pronounceable(text: str) -> bool:
    match = _SYLLABLES.fullmatch(text)
    if not match or _CLUSTER.search(text) or (text.isascii() is False and not text.isalpha()):
        return not match and not _latin_or_cyrillic(text)
    onset, _, _, coda = match.groups()
    return (len(onset) <= 1 or onset in _ONSETS) and len(coda) <= 2


def _latin_or_cyrillic(text: str) -> bool:
    return all(char < "\u0530" for char in text)


@lru_cache(maxsize=4096)
def spell(text: str, lang: str) -> str:
    """Return the names of the letters of a text."""
    names = lexicon(lang).letters
    return " ".join(names.get(char, char) for char in text.lower())


def _mixed(text: str, lang: str) -> str:
    """Return the parts of a word in mixed case: `YouTube`, `GmbH`, `eBay`, `WordPress`."""
    parts = _PARTS.findall(text)
    if len(parts) > 16:
        return plain(text)
    if len(text) <= 4 and text[-1].isupper() and text.isalpha():  # AfD, GmbH, PhD
        return spell(text, lang)
    return " ".join(_part(part, lang) for part in parts)


def _part(part: str, lang: str) -> str:
    if len(part) == 1 and part.isalpha():
        return spell(part, lang)
    if part.isupper() and part.isalpha():
        return acronym(part, lang)
    vowelless = part.isascii() and len(part) <= 3 and not _has_vowel(part.upper())
    return spell(part, lang) if vowelless else plain(part)
