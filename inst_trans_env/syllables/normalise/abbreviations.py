"""Abbreviations and initialisms with points: `Dr.`, `z. B.`, `EE. UU.`, `No. 5`, `U.S.A.`."""

from __future__ import annotations

import regex

from inst_trans_env.syllables.normalise.letters import spell
from inst_trans_env.syllables.normalise.roman import value
from inst_trans_env.syllables.normalise.spot import Reading, Spot

_MOST_PIECES = 4
_INITIALS = regex.compile(r"(?:\p{L}\.){2,}\p{L}?")


def read(spot: Spot) -> Reading | None:
    """Read the abbreviation at a spot; None where there is none."""
    table = spot.lexicon
    days = _days(spot)
    if days:
        return days
    used, words = _longest(spot, table.short_before_name)
    used *= spot.word(used)[:1].isupper()
    if not used:
        used, words = _longest(spot, table.short)
    if not used and spot.is_number(-1):
        used, words = _longest(spot, table.short_after_number)
    if not used:
        used, words = _longest(spot, table.short_before_number)
        used *= spot.is_number(used) or _numeral(spot, used)
    if used:
        return Reading(used, words)
    text = spot.piece().text
    return Reading(1, spell(text.replace(".", ""), spot.lang)) if _INITIALS.fullmatch(text) else None


def _days(spot: Spot) -> Reading | None:
    """Read `Mon–Fri`: days of the week are abbreviated without a full stop beside another one."""
    first, second = (spot.lexicon.days.get(spot.word(offset), "") for offset in (0, 2))
    if not first or not second or spot.close(1).text not in {"-", "–"} or spot.piece(2).spaced:
        return None
    return Reading(3, f"{first} {spot.lexicon.signs['–']} {second}")


def _longest(spot: Spot, table: dict[str, str]) -> tuple[int, str]:
    """Look up the longest abbreviation from the spot on, however it is spaced and capitalised."""
    for count in range(_MOST_PIECES, 0, -1):
        text = spot.joined(0, count, spaced=True)
        words = table.get(text) or table.get(text[:1].lower() + text[1:]) or _in_capitals(text, table)
        if words:
            return count, words
    return 0, ""


def _numeral(spot: Spot, used: int) -> bool:
    """Say whether a Roman numeral follows; in English a lone I is the speaker (`No. I forgot`)."""
    text = spot.word(used)
    return bool(value(text)) and not (text == "I" and spot.lang == "en")


def _in_capitals(text: str, table: dict[str, str]) -> str:
    """Look up `MME`, `PROF.`: as it is written in a heading."""
    heading = len(text) > 2 and text.isupper()
    return (table.get(text.capitalize()) or table.get(text.lower()) or "") if heading else ""
