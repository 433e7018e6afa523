"""Numbers in words: cardinals, ordinals, years, digits one by one, for each language."""

from __future__ import annotations

from functools import lru_cache

from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.numbers.asia import BUILDERS
from inst_trans_env.syllables.normalise.numbers.ordinals import to_ordinal
from inst_trans_env.syllables.normalise.numbers.western import below_hundred
from inst_trans_env.syllables.normalise.numbers.western import cardinal as western

LONGEST = 15
"""Longer runs of digits are read digit by digit."""


@lru_cache(maxsize=8192)
def cardinal(number: int, lang: str) -> str:
    """Return the reading of a natural number of at most `LONGEST` digits."""
    table = lexicon(lang).numbers
    builder = BUILDERS.get(lang)
    return builder(number, table) if builder else western(number, table, lang)


@lru_cache(maxsize=4096)
def ordinal(number: int, lang: str) -> str:
    """Return the reading of an ordinal; languages whose ordinals are cardinals with a word give the cardinal."""
    return to_ordinal(cardinal(number, lang), number, lang)


@lru_cache(maxsize=4096)
def year(number: int, lang: str) -> str:
    """Return the reading of a year."""
    if lang == "zh" and number >= 1000:
        return digits(str(number), lang)
    if lang in {"en", "fil"} and 1010 <= number < 10000 and number % 1000 > 9:
        return _pairs(number, "en")
    if lang in {"de", "nl", "sv"} and 1100 <= number < 2000:
        return _hundreds(number, lang)
    if lang == "hi" and 1100 <= number < 2000:
        return _hindi_hundreds(number)
    return cardinal(number, lang)


def _pairs(number: int, lang: str) -> str:
    century, rest = divmod(number, 100)
    table = lexicon(lang).numbers
    first = below_hundred(century, table)
    if not rest:
        return f"{first} hun-dred"
    return f"{first} {'oh ' if rest < 10 else ''}{below_hundred(rest, table)}"


def _hundreds(number: int, lang: str) -> str:
    """Return `neunzehnhundertneunundneunzig`: years count in hundreds."""
    table = lexicon(lang).numbers
    century, rest = divmod(number, 100)
    hundred = table.low["100"]
    return f"{below_hundred(century, table)}-{hundred}" + (f"-{below_hundred(rest, table)}" if rest else "")


def _hindi_hundreds(number: int) -> str:
    """Return `उन्नीस सौ सैंतालीस`."""
    century, rest = divmod(number, 100)
    words = f"{cardinal(century, 'hi')} {lexicon('hi').numbers.scales['2']}"
    return f"{words} {cardinal(rest, 'hi')}" if rest else words


def digits(text: str, lang: str) -> str:
    """Return the digits of a text (ASCII) one by one; other signs are skipped."""
    units = lexicon(lang).numbers.units
    return " ".join(units[int(char)] for char in text if char.isdigit())
