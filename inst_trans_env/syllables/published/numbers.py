"""Numbers spelled out, as the published counter has them."""

from __future__ import annotations

import decimal
import re
from contextlib import suppress
from functools import lru_cache

POINT = {"de": "Komma", "fr": "virgule", "es": "coma", "ar": "فاصلة"}
SPELLED = ("en", "zh", "ja", "de", "fr", "es", "ar")
_COMMA_DECIMAL = ("de", "fr", "es")
_FRACTIONS = {"1/2": "one half", "1/4": "one quarter", "3/4": "three quarters"}
MAX_CACHED = 32
"""Longest token that is remembered."""

_MAX_DIGITS = 308
"""A longer number is beyond what the published scorer can convert: it crashes."""

_CHINESE = "零一二三四五六七八九"


def spell(token: str, lang: str) -> str:
    """Return a number token in words, or as it is when it is no plain number.

    Args:
        token: digits (ASCII, Arabic-Indic or full width) with points, commas, signs and an ordinal ending.
        lang: target language; those without numerals of their own read English ones.

    Raises:
        OverflowError: the number is too long to be spelled.
    """
    lang = lang if lang in SPELLED else "en"
    return (_spell_cached if len(token) <= MAX_CACHED else _spell)(token, lang)


def _spell(token: str, lang: str) -> str:
    text = "".join(str(int(char)) if char.isdigit() else char for char in token).lstrip("$¥€£")
    if lang == "en" and (ordinal := re.fullmatch(r"([\d,]+)(st|nd|rd|th)", text, re.IGNORECASE)):
        return _words(ordinal[1].replace(",", ""), lang, ordinal=True)
    if lang == "en" and re.fullmatch(r"[12]\d{3}", text) and 1000 <= int(text) <= 2099:
        return _year(int(text))
    thousands, decimal = (".", ",") if lang in _COMMA_DECIMAL else (",", ".")
    text = text.replace(thousands, "").replace(decimal, ".")
    return _plain(text, lang)


_spell_cached = lru_cache(maxsize=1 << 14)(_spell)


def _plain(text: str, lang: str) -> str:
    if match := re.fullmatch(r"(\d+)\.(\d+)", text):
        digits = " ".join(_words(digit, lang) for digit in match[2])
        return f"{_words(match[1], lang)} {POINT.get(lang, 'point')} {digits}"
    if re.fullmatch(r"\d+(/\d+){2}", text):
        return " ".join(_words(part, lang) for part in text.split("/"))
    if match := re.fullmatch(r"(\d+)/(\d+)", text):
        if lang == "en" and text in _FRACTIONS:
            return _FRACTIONS[text]
        return f"{_words(match[1], lang)} {_words(match[2], lang, ordinal=True)}"
    if re.fullmatch(r"\d+(-\d+)+", text):
        return " ".join(_words(digit, lang) for digit in text if digit.isdigit())
    return _words(text, lang) if text.isdecimal() else text


def _words(digits: str, lang: str, *, ordinal: bool = False) -> str:
    if lang == "zh":
        return "".join(_CHINESE[int(digit)] for digit in digits)
    from num2words import num2words

    if len(digits) > _MAX_DIGITS:
        raise OverflowError("too long to be spelled out")
    for tried in (lang, "en"):
        # The library sets the thread's decimal precision, which later counts would depend on, and raises
        # errors of many kinds for numbers that it has no words for.
        with decimal.localcontext(), suppress(Exception):
            return str(num2words(int(digits), lang=tried, to="ordinal" if ordinal else "cardinal"))
    return digits


def _year(year: int) -> str:
    if 2000 <= year <= 2009:
        return _words(str(year), "en")
    first, second = divmod(year, 100)
    if second == 0:
        return f"{_words(str(first), 'en')} hundred"
    return f"{_words(str(first), 'en')} {_words(str(second), 'en')}"
