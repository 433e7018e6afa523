"""Words in capitals and mixed case: acronyms spelt or read as words, brand names, single letters."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.shouted import VOWELS, begins_word, ends_word, has_vowel, shouted
from inst_trans_env.syllables.normalise.spoken import plain
from inst_trans_env.syllables.normalise.spot import Reading, Spot

_APOSTROPHE = re.compile("['’ʼ‘`´ʹ′]")
_PLURAL = re.compile(r"([A-ZÀ-ÞА-Я]{2,6})(?:s|i|ов)")
_PARTS = regex.compile(r"\p{Lu}{2,}(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|[^\p{Lu}\p{Ll}]+")
_SYLLABLES = re.compile(rf"([^{VOWELS}]*)([{VOWELS}]+)((?:[^{VOWELS}]+[{VOWELS}]+)*)([^{VOWELS}]*)")
_VERBAL_CLITICS = frozenset(("j", "m", "t", "s", "n", "c", "qu"))
_THREE = re.compile(rf"[^{VOWELS}][{VOWELS}][^{VOWELS}]|[{VOWELS}][^{VOWELS}][{VOWELS}]")
_CLUSTER = re.compile(rf"[^{VOWELS}]{{4,}}")
_LONGEST_PART = 2
_WIDE = frozenset(("ja", "ko", "zh", "th", "hi", "ar", "ru"))
"""Languages in another script: a Latin letter in them is always a letter name."""


def capitals(text: str) -> bool:
    """Say whether a word has a shape that may not be read as spelt: `NASA`, `iPhone`, `CDs`, `B`."""
    upper = sum(char.isupper() for char in text)
    return upper > 1 or (upper == 1 and (len(text) == 1 or text[0].islower() or text[1:] == "."))


def read(spot: Spot) -> Reading | None:
    """Read a word in capitals or mixed case; None where it is read as spelt."""
    text = spot.piece().text.rstrip(".")
    words = _read(text, spot)
    return Reading(1, words) if words else None


def spelt_in_lower_case(text: str, lang: str) -> bool:
    """Say whether a word is spelt although it is in lower case: `www`, `tv`, `cd`, `tv's`."""
    text = _APOSTROPHE.split(text, maxsplit=1)[0]
    if not 2 <= len(text) <= 4 or not text.islower() or has_vowel(text.upper()):
        return False
    return text == "www" or text.upper() in lexicon(lang).spelt


def _read(text: str, spot: Spot) -> str:
    name = spot.lexicon.names.get(text.casefold(), "")
    if name or _APOSTROPHE.search(text):
        return name or _around_apostrophe(text, spot)
    if spelt_in_lower_case(text, spot.lang) or _in_company(spot):
        return spell(text, spot.lang)
    if len(text) == 1:
        initial = text.isupper() and spot.piece().text.endswith(".")  # А. С. Пушкин
        return spell(text, spot.lang) if initial or _is_letter(text, spot) else ""
    if not capitals(text):
        return ""
    plural = _PLURAL.fullmatch(text)
    if plural:
        return spell(plural[1], spot.lang)
    return _in_capitals(text, spot) if text.isupper() else _mixed(text, spot.lang)


def _in_capitals(text: str, spot: Spot) -> str:
    return plain(text.lower()) if shouted(spot) else acronym(text, spot.lang)


def _in_company(spot: Spot) -> bool:
    """Say whether the word is a part of `AT&T`, `H&M`: a letter or two, tied to others."""
    after = spot.close(1).text == "&" and _is_part(spot.close(2).text)
    before = spot.piece(-1).text == "&" and not spot.piece().spaced and _is_part(spot.piece(-2).text)
    return _is_part(spot.piece().text) and (after or before)


def _is_part(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_PART and text.isupper()


def _is_letter(text: str, spot: Spot) -> bool:
    if not text.isascii() or not text.isalpha():
        return False
    return spot.lang in _WIDE or text not in spot.lexicon.words.get("one_letter_words", [])


def _around_apostrophe(text: str, spot: Spot) -> str:
    """Read `NATO's`, `TRT'de`, `l'ONU`: an acronym and what is tied to it; "" for plain words."""
    head, tail = _APOSTROPHE.split(text, maxsplit=1)
    if len(head) > 1 and not tail.isupper() and (head.isupper() or spelt_in_lower_case(head, spot.lang)):
        ending = plain(tail) if has_vowel(tail.upper()) else ""
        return f"{acronym(head, spot.lang)} {ending}"
    if head.casefold() in _VERBAL_CLITICS:  # J'AI: what follows is a verb
        return ""
    known = tail.casefold() in spot.lexicon.names or tail in spot.lexicon.spelt or head.islower()
    if len(tail) > 1 and tail.isupper() and known:
        return f"{plain(head) if has_vowel(head[1:].upper()) else ''} {acronym(tail, spot.lang)}"
    return ""


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
    if text.casefold() in table.words.get("function", []) or text.casefold() in table.words.get("common", []):
        return plain(text.lower())
    if len(text) >= shortest and _pronounceable(text) and (len(text) > 3 or _THREE.fullmatch(text)):
        return plain(text.lower())
    return spell(text, lang) if len(text) <= 6 or not has_vowel(text) else plain(text.lower())


def _pronounceable(text: str) -> bool:
    match = _SYLLABLES.fullmatch(text)
    if not match or _CLUSTER.search(text) or (text.isascii() is False and not text.isalpha()):
        return not match and not _latin_or_cyrillic(text)
    onset, _, _, coda = match.groups()
    return begins_word(onset) and ends_word(coda)


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
    vowelless = part.isascii() and len(part) <= 3 and not has_vowel(part.upper())
    return spell(part, lang) if vowelless else plain(part)
