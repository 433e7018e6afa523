"""The script of a word, and a fair count for scripts that none of the languages here is written in."""

from __future__ import annotations

import math

import regex

_SCRIPT = regex.compile(
    r"(?P<latin>\p{Latin})|(?P<cjk>[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}ー々〆〇])|(?P<cyrillic>\p{Cyrillic})"
    r"|(?P<arabic>\p{Arabic})|(?P<devanagari>\p{Devanagari})|(?P<thai>\p{Thai})"
    r"|(?P<greek>\p{Greek})|(?P<georgian>\p{Georgian})|(?P<armenian>\p{Armenian})|(?P<hebrew>\p{Hebrew})"
)
_VOWELS = {
    "greek": regex.compile("αι|ει|οι|υι|[αεο][υύ]|[αεηιουωάέήίόύώϊϋΐΰ]", regex.I),
    "georgian": regex.compile("[აეიოუ]"),
    "armenian": regex.compile("ու|[աեէըիոօև]", regex.I),
}
_LETTER = regex.compile(r"\p{L}")
_KILLED = regex.compile(
    r"\p{L}\p{Mn}?[\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2]"
)


def script(word: str) -> str:
    """Return the script of the first letter of a known script, or `other`."""
    match = _SCRIPT.search(word)
    return match.lastgroup or "other" if match else "other"


def count(word: str) -> int:
    """Return the syllables of a word of some other script: at least 1.

    Vowel letters of alphabets that write them; half the letters of Hebrew; elsewhere (the scripts of South and
    South-East Asia) every letter whose vowel is not killed.
    """
    name = script(word)
    if name in _VOWELS:
        return max(1, len(_VOWELS[name].findall(word)))
    letters = len(_LETTER.findall(word))
    if name == "hebrew":
        return max(1, math.ceil(letters / 2))
    return max(1, letters - len(_KILLED.findall(word)))
