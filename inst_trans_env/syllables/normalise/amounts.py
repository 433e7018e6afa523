"""A number with what it counts: percent, money, units of measure."""

from __future__ import annotations

from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.numbers import cardinal
from inst_trans_env.syllables.normalise.numbers.agreement import counted
from inst_trans_env.syllables.normalise.numbers.plural import agree
from inst_trans_env.syllables.normalise.shapes import DECIMAL, INTEGER, RANGE, Shape
from inst_trans_env.syllables.normalise.spoken import plain, spell_out
from inst_trans_env.syllables.normalise.spot import Reading, Spot
from inst_trans_env.syllables.normalise.values import words_of
from inst_trans_env.syllables.tokens import HYPHENS, WORD

_LONGEST_UNIT = 3
COUNTABLE = frozenset({INTEGER, DECIMAL, RANGE})
"""Shapes that count something; dates and times do not."""


def money(found: Shape, forms: str, spot: Spot, used: int) -> Reading:
    """Read an amount of money whose sign stands before it; `used` pieces so far, sign and number included."""
    scale = spot.word(used)
    letter = spot.lexicon.signs.get(f"${scale}", "") if scale == spot.close(used).text.rstrip(".") else ""
    if letter:
        return Reading(used + 1, f"{words_of(found, spot.lang)} {letter} {agree(forms, 100, spot.lang)}")
    if scale and scale.casefold() in spot.lexicon.words.get("large", []):
        of = spot.lexicon.words.get("of", [""])[0]
        name = agree(forms, 100, spot.lang)
        return Reading(used + 1, f"{words_of(found, spot.lang)} {plain(scale)} {of} {name}")
    return Reading(used, _with_cents(found, forms, spot.lang) or with_unit(found, forms, spot.lang))


def _with_cents(found: Shape, forms: str, lang: str) -> str:
    """Return "five dollars and fifty cents" for two decimals; "" for other numbers."""
    if found.kind != DECIMAL or len(found.digits) != 2 or lang in {"zh", "ja", "ko"}:
        return ""
    alone = lexicon(lang).words.get("cents_alone", [""])[0]
    if found.values[0] == 0 and alone:
        return f"{cardinal(int(found.digits), lang)} {alone}"
    whole = with_unit(Shape(INTEGER, found.values, negative=found.negative), forms, lang)
    return f"{whole} {_cents(int(found.digits), lang)}" if int(found.digits) else whole


def _cents(number: int, lang: str) -> str:
    return lexicon(lang).cents.format(cents=cardinal(number, lang))


def with_unit(found: Shape, forms: str, lang: str) -> str:
    """Return a number and the unit after it, each in the form that the other asks for."""
    number = found.values[-1]
    unit = agree(forms, number, lang, whole=found.kind != DECIMAL)
    if unit.startswith("="):  # Arabic duals: the unit says the number
        return unit[1:]
    first = spell_out(unit).removeprefix("de ").split()[0] if unit else ""
    below_zero = lexicon(lang).signs.get(f"-{unit[-1:]}") if found.negative else None
    numeral = (
        f"{below_zero} {words_of(found._replace(negative=False), lang)}"
        if below_zero
        else words_of(found, lang)
    )
    if found.kind == INTEGER:
        numeral = counted(numeral, first.casefold(), lang)
    return unit.format(n=numeral) if "{n}" in unit else f"{numeral} {unit}"


def measured(found: Shape, spot: Spot, used: int) -> Reading | None:
    """Read a number with the percent sign, unit or money after it; None where none follows."""
    first = spot.piece(used).text
    known = spot.lexicon.measures
    if found.kind not in COUNTABLE or (first not in known and first.rstrip(".") not in known):
        return None
    for table in (spot.lexicon.units, spot.lexicon.money):
        more, forms = spot.longest(table, used, _LONGEST_UNIT)
        if more and not _is_word(spot, used, more):
            with_cents = _with_cents(found, forms, spot.lang) if table is spot.lexicon.money else ""
            return Reading(used + more, with_cents or with_unit(found, forms, spot.lang))
    return None


def _is_word(spot: Spot, used: int, more: int) -> bool:
    """Say whether a unit of one letter is a word here: `5 a day`, `3 s psem`; a unit stands close or last."""
    text = spot.piece(used).text
    number = spot.piece().text
    if text.startswith("г") and len(number) == 4 and "1000" <= number < "2100":  # 1945 г.: a year, no grams
        return True
    words = spot.lexicon.words
    if text in words.get("clitics", []) and spot.close(used + 1).text in HYPHENS:  # În 1918 s-a unit
        return spot.close(used + 2).kind == WORD
    return more == 1 and text.isalpha() and text in words.get("not_units", [])
