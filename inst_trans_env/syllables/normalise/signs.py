"""Single signs: currency before a number, mathematics, `&`, `%`, fractions and numbers of one character."""

from __future__ import annotations

import unicodedata

from inst_trans_env.syllables.normalise import amounts, number
from inst_trans_env.syllables.normalise.numbers import digits
from inst_trans_env.syllables.normalise.spot import Reading, Spot
from inst_trans_env.syllables.normalise.values import character

_SHORTEST_PHONE = 7


def read(spot: Spot) -> Reading:
    """Read the sign at a spot; a sign without a name is silent."""
    text = spot.piece().text
    if text == "+" and spot.is_number(1) and not spot.piece(1).spaced:
        return _plus(spot)
    money = before_number(spot)
    if money:
        return money
    half = spot.lexicon.fractions.get("1/2+", "")
    if text == "½" and half and spot.word(1)[:1].isalpha():
        return Reading(1, half)
    name = spot.lexicon.signs.get(text) or spot.lexicon.money.get(text, "").split("|")[-1]
    return Reading(1, name or character(text, spot.lang))


def before_number(spot: Spot) -> Reading | None:
    """Read an amount whose currency stands before the number: `$5`, `US$ 5`, `R$ 10`, `Rp 5.000`."""
    more, forms = spot.longest(spot.lexicon.money, 0, 3)
    if not more or not spot.is_number(more):
        return None
    used, found, words = number.gather(spot._replace(at=spot.at + more))
    if words or found.kind not in amounts.COUNTABLE:
        return None
    return amounts.money(found, forms, spot, used + more)


def _plus(spot: Spot) -> Reading:
    """Read `+49 30 123456` digit by digit, `+5` as a number."""
    used, text = 1, ""
    while used <= 8 and spot.is_number(used) and (used == 1 or spot.piece(used).spaced):
        text += "".join(str(unicodedata.decimal(char)) for char in spot.piece(used).text if char.isdecimal())
        used += 1
    plus = spot.lexicon.signs["+"]
    if len(text) >= _SHORTEST_PHONE:
        return Reading(used, f"{plus} {digits(text, spot.lang)}")
    return Reading(1, plus)
