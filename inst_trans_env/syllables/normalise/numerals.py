"""Numbers with an ending, full stop or letter of an ordinal after them: `21st`, `2e`, `1.º`, `5-й`, `21.`."""

from __future__ import annotations

from inst_trans_env.syllables.normalise.numbers import cardinal, ordinal, year
from inst_trans_env.syllables.normalise.numbers.cases import RUSSIAN_ENDS, polish_genitive, russian
from inst_trans_env.syllables.normalise.spot import Reading, Spot

_RU_YEARS = {
    "год": "й",
    "году": "м",
    "года": "го",
    "г": "го",
    "годом": "м",
    "годы": "е",
    "гг": "е",
    "годов": "х",
}
_PL_HOUR = frozenset(("godzina", "godzinie", "godziny", "godzinę", "godz"))
_PL_AT = frozenset(("o", "od", "do", "po", "przed", "około"))
_PL_PARTS_OF_DAY = frozenset(("rano", "wieczorem", "nad", "po", "w"))
_PL_DECADES = frozenset(("lata", "latach", "lat", "latami"))
_PL_YEARS = frozenset(("rok", "roku", "r"))


def with_suffix(number: int, spot: Spot, used: int) -> Reading | None:
    """Read an ordinal that a suffix marks; None where none does."""
    suffix = spot.close(used).text.rstrip(".").casefold()
    if suffix in spot.lexicon.words.get("ordinal_ends", []):
        return Reading(used + 1, _special(number, suffix, spot) or ordinal(number, spot.lang))
    joint = spot.close(used).text
    if joint in {"-", ":", ".", "'"} and not spot.piece(used + 1).spaced:
        ending = spot.close(used + 1).text.rstrip(".").casefold()
        if spot.lang == "ru" and joint == "-" and ending in RUSSIAN_ENDS:
            return Reading(used + 2, russian(ordinal(number, "ru"), ending))
        if joint in {":", "."} and ending in spot.lexicon.words.get("ordinal_ends", []):
            return Reading(used + 2, _special(number, ending, spot) or ordinal(number, spot.lang))
    return _year(number, spot, used) or _polish(number, spot, used) or _full_stop(number, spot, used)


def _special(number: int, suffix: str, spot: Spot) -> str:
    return spot.lexicon.numbers.ordinals.get(f"{number}{suffix}", "")


def decade(number: int, spot: Spot, used: int) -> Reading | None:
    """Read `1990s`, `80s`."""
    if spot.lang not in {"en", "fil"} or spot.close(used).text.rstrip(".") != "s" or number % 10:
        return None
    words = year(number, "en") if number >= 1100 else cardinal(number, "en")
    return Reading(used + 1, words)


def _year(number: int, spot: Spot, used: int) -> Reading | None:
    """Read a year that is an ordinal: Russian `2024 год`, Polish `2024 roku`."""
    if not 1000 <= number < 2100:
        return None
    following = spot.word(used).casefold()
    if spot.lang == "ru" and following in _RU_YEARS:
        located = following == "г" and spot.word(-1).casefold() == "в"
        return Reading(used, russian(ordinal(number, "ru"), "м" if located else _RU_YEARS[following]))
    if spot.lang == "pl" and (following in _PL_YEARS or spot.word(-1).casefold() == "roku"):
        genitive = following != "rok" and spot.word(-1).casefold() not in {"w", "od", "po", "rok"}
        words = ordinal(number, "pl")
        return Reading(used, polish_genitive(words) if genitive else words)
    return None


def _polish(number: int, spot: Spot, used: int) -> Reading | None:
    """Read the Polish hours of `o 5 rano`, `o godzinie 5`, and the decades of `lata 90.`."""
    before, following = spot.word(-1).casefold(), spot.word(used).casefold()
    if spot.lang != "pl":
        return None
    hour = before in _PL_HOUR or (before in _PL_AT and following in _PL_PARTS_OF_DAY)
    decade_of = before in _PL_DECADES and number % 10 == 0 and 10 <= number <= 90
    if (hour and 0 < number <= 24) or decade_of:
        return Reading(used, f"{ordinal(number, 'pl')[:-1]}e{'j' * hour}")
    return None


def _full_stop(number: int, spot: Spot, used: int) -> Reading | None:
    """Read `21. Jahrhundert`, `am 3. Platz`: a full stop marks an ordinal where a noun of the list follows."""
    stop = spot.close(used)
    if stop.text != "." or "full_stop" not in spot.lexicon.words:
        return None
    following = spot.word(used + 1)
    nouns = spot.lexicon.words["full_stop"]
    before = spot.word(-1).casefold() in spot.lexicon.words.get("full_stop_before", [])
    marked = following.casefold() in nouns or (bool(following) and (before or following[0].islower()))
    return Reading(used + 1, ordinal(number, spot.lang)) if marked else None
