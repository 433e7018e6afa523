"""Phone numbers that their surroundings give away: `Tel. 030/123456`, `(11) 1234-5678`, `call 911`."""

from __future__ import annotations

import re

from inst_trans_env.syllables.normalise.numbers import digits
from inst_trans_env.syllables.normalise.shapes import ascii_digits
from inst_trans_env.syllables.normalise.spot import Reading, Spot

_WORDS = frozenset(
    "tel tél telf telefon telefone telefono teléfono telefoon téléphone phone fax mobile cell call dial hotline тел "
    "телефон telepon telefonnummer telefonnr nummer sđt โทร โทรศัพท์ फ़ोन फोन هاتف 电话 電話 전화".split()
)
_SHORTEST = 5
_MOST_PIECES = 9
_AREA = re.compile(r"\d{2,5}")
_LOCAL = re.compile(r"\d{3,5}-\d{4}|\d{3,4}-\d{2}-\d{2}")
_EMERGENCY = re.compile(r"[19]\d\d|000")


def read(spot: Spot) -> Reading | None:
    """Read the phone number at a spot digit by digit; None where nothing says that it is one."""
    return _emergency(spot) or _after_word(spot) or _with_area(spot)


def announced(spot: Spot) -> bool:
    """Say whether a word for telephone stands before the spot: `Tel.`, `Tel.:`."""
    colon = spot.piece(-1).text == ":"
    return spot.word(-1 - colon).casefold() in _WORDS


def _emergency(spot: Spot) -> Reading | None:
    """Read `call 911`, `拨打110`, where the language says such numbers by digits."""
    before = spot.word(-1).casefold()
    callers = spot.lexicon.words.get("callers", [])
    calls = before in callers or (
        spot.lang in {"th", "zh"} and before.endswith(tuple(callers)) and bool(callers)
    )
    text = ascii_digits(spot.piece().text)
    return Reading(1, digits(text, spot.lang)) if calls and _EMERGENCY.fullmatch(text) else None


def _after_word(spot: Spot) -> Reading | None:
    """Read what follows `Tel.`: digits, and the brackets, slashes and hyphens between them."""
    text = ascii_digits(spot.piece().text)
    if not announced(spot) or spot.is_number(1):
        return None
    sign = "/" in text or "-" in text
    number = re.sub(r"\D", "", text)
    written = re.fullmatch(r"[\d/-]+", text) and (sign or text.isdigit())
    return Reading(1, digits(number, spot.lang)) if written and len(number) >= _SHORTEST else None


def _with_area(spot: Spot) -> Reading | None:
    """Read `(030) 123456`, `(555) 123-4567`, `(030) 12 34 56`."""
    area = ascii_digits(spot.piece().text)
    brackets = spot.piece(-1).text == "(" and spot.close(1).text == ")"
    if not brackets or not _AREA.fullmatch(area):
        return None
    used, local = 2, ""
    while (
        used < _MOST_PIECES
        and spot.is_number(used)
        and re.fullmatch(r"[\d-]+", ascii_digits(spot.piece(used).text))
    ):
        local += (" " if local else "") + ascii_digits(spot.piece(used).text)
        used += 1
    number = re.sub(r"\D", "", local)
    sure = (
        area.startswith("0")
        or announced(spot._replace(at=spot.at - 1))
        or _LOCAL.fullmatch(local.replace(" ", "-"))
    )
    if not sure or not _SHORTEST <= len(number) <= 10:
        return None
    return Reading(used, digits(area + number, spot.lang))
