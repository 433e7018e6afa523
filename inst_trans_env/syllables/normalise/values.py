"""The words of a number piece by itself, without what stands around it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from inst_trans_env.syllables.normalise import clock
from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.numbers import cardinal, digits, ordinal, year
from inst_trans_env.syllables.normalise.numbers.plural import agree
from inst_trans_env.syllables.normalise.shapes import (
    CODE,
    DATE,
    DECIMAL,
    FRACTION,
    INTEGER,
    PARTS,
    RANGE,
    TIME,
    Shape,
)

_LARGEST_DENOMINATOR = 20
_LARGEST_SHARE = 60
_LONGEST_DECIMALS = 3
_SIDES = 2


def words_of(found: Shape, lang: str) -> str:
    """Return the reading of a number piece."""
    words = _words(found, lang)
    return f"{lexicon(lang).numbers.minus} {words}" if found.negative and found.kind != CODE else words


def _words(found: Shape, lang: str) -> str:
    return _READERS[found.kind](found, lang)


def _decimal(whole: int, decimals: str, lang: str) -> str:
    if lang == "ru":
        return _russian_decimal(whole, decimals)
    table = lexicon(lang).numbers
    by_number = table.decimals == "number" and len(decimals) <= _LONGEST_DECIMALS
    return f"{cardinal(whole, lang)} {table.point} {_number(decimals, lang) if by_number else digits(decimals, lang)}"


def _number(decimals: str, lang: str) -> str:
    """Return `05` as "zero five", `14` as "fourteen"."""
    significant = decimals.lstrip("0")
    zeros = digits(decimals[: len(decimals) - len(significant)], lang)
    return f"{zeros} {cardinal(int(significant), lang)}" if significant else zeros


_RU_PARTS = ("де-ся-та-я|де-ся-тых", "со-та-я|со-тых", "ты-сяч-на-я|ты-сяч-ных")


def _russian_decimal(whole: int, decimals: str) -> str:
    """Return `три целых пять десятых`."""
    if len(decimals) > len(_RU_PARTS):
        return f"{cardinal(whole, 'ru')} це-лых {digits(decimals, 'ru')}"
    parts = int(decimals)
    named = agree("це-ла-я|це-лых", whole, "ru"), agree(_RU_PARTS[len(decimals) - 1], parts, "ru")
    return f"{_feminine(whole)} {named[0]} {_feminine(parts)} {named[1]}"


def _feminine(number: int) -> str:
    head, gap, last = cardinal(number, "ru").rpartition(" ")
    return head + gap + {"о-дин": "од-на", "два": "две"}.get(last, last)


def fraction(above: int, below: int, lang: str) -> str:
    """Return `three quarters`; what is no fraction (`24/7`, `9/11`) is two numbers."""
    table = lexicon(lang).fractions
    named = table.get(f"{above}/{below}")
    if named:
        return named
    if not 0 < above < below <= _LARGEST_DENOMINATOR or "other" not in table or below < 3:
        return f"{cardinal(above, lang)} {cardinal(below, lang)}"
    return table["other"].format(a=cardinal(above, lang), b=cardinal(below, lang), part=ordinal(below, lang))


def _range(first: int, second: int, lang: str) -> str:
    """Return "ten to fifteen"; a score (`3-1`) is two numbers."""
    years = all(1100 <= number < 2100 for number in (first, second))
    read = year if years else cardinal
    between = f" {lexicon(lang).signs['–']} " if first < second else " "
    return read(first, lang) + between + read(second, lang)


def _parts(found: Shape, lang: str) -> str:
    """Return numbers one after the other, with the points between them (`192.168.1.1`, `2.0.1`)."""
    dotted = f" {lexicon(lang).web['.']} " if "." in found.digits else " "
    if lang == "de" and len(found.values) == _SIDES and ":" in found.digits:  # 3:2
        dotted = " zu "
    return dotted.join(cardinal(number, lang) for number in found.values)


def character(text: str, lang: str) -> str:
    """Return the reading of `½`, `②`, `Ⅳ`."""
    value = unicodedata.numeric(text, -1.0)
    if value < 0 or value >= 10**6:
        return ""
    if value == int(value):
        return cardinal(int(value), lang)
    below = next(
        (below for below in range(2, _LARGEST_SHARE) if abs(value * below - round(value * below)) < 1e-6), 0
    )
    return fraction(round(value * below), below, lang) if below else ""


_READERS: dict[str, Callable[[Shape, str], str]] = {
    INTEGER: lambda found, lang: cardinal(found.values[0], lang),
    DECIMAL: lambda found, lang: _decimal(found.values[0], found.digits, lang),
    DATE: lambda found, lang: clock.date(found.values, lang),
    TIME: lambda found, lang: clock.time_words(found.values, lang),
    FRACTION: lambda found, lang: fraction(found.values[0], found.values[1], lang),
    RANGE: lambda found, lang: _range(found.values[0], found.values[1], lang),
    CODE: lambda found, lang: digits(found.digits, lang),
    PARTS: _parts,
}
