"""Numbers in their context: what stands before and after a number decides how it is said."""

from __future__ import annotations

import re
import unicodedata

from inst_trans_env.syllables.normalise import amounts, clock, phones
from inst_trans_env.syllables.normalise.counters import japanese, native_korean
from inst_trans_env.syllables.normalise.numbers import cardinal, digits, year
from inst_trans_env.syllables.normalise.numbers.agreement import counted
from inst_trans_env.syllables.normalise.numerals import decade, with_suffix
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
    ascii_digits,
    shape,
)
from inst_trans_env.syllables.normalise.spot import Reading, Spot
from inst_trans_env.syllables.normalise.values import character, words_of
from inst_trans_env.syllables.tokens import SYMBOL

_VERSION_WORDS = frozenset(
    "version v ver versión versione versão versie versiunea versiune wersja wersji wersję версия версии версию sürüm "
    "bersyon versi phiên bản バージョン 버전 版本 kapitel chapitre capítulo capitolo hoofdstuk rozdział глава "
    "windows android ios macos python java linux ubuntu web bluetooth usb gpt".split()
)
_LONGEST_VERSION = 3
_FEET = re.compile(r"([3-8])'(\d{1,2})")
_MOST_GROUPS = 8
_GROUP = re.compile(r"\d{3}")
_FIRST_GROUP = re.compile(r"-?[1-9]\d{0,2}")
_LAST_GROUP = re.compile(r"\d{3}(?:[.,]\d+)?")
_PHONE_PART = re.compile(r"\d+(?:-\d+)*")


def read(spot: Spot) -> Reading:
    """Read the number at a spot."""
    if spot.piece(-1).text == "#" and not spot.piece().spaced and "#" in spot.lexicon.signs:
        return Reading(
            1, f"{spot.lexicon.signs['#']} {words_of(shape(spot.piece().text, spot.lang), spot.lang)}"
        )
    phone = phones.read(spot)
    if phone:
        return phone
    used, found, words = gather(spot)
    if words:
        return Reading(used, words)
    if used == 1:
        found = clock.dotted_time(spot.piece().text, spot, used) or found
    if found.kind == TIME:
        return clock.time(found, spot, used)
    return (
        decade(found.values[0] if found.kind == INTEGER else 1, spot, used)
        or _mixed_fraction(found, spot, used)
        or _version(found, spot, used)
        or _feet(spot)
        or (clock.hours_with_letter(spot, found.values[0]) if found.kind == INTEGER else None)
        or amounts.measured(found, spot, used)
        or _in_context(found, spot, used)
        or Reading(used, words_of(found, spot.lang))
    )


def _version(found: Shape, spot: Spot, used: int) -> Reading | None:
    """Read `version 3.11` as two numbers with a dot between, in every language."""
    text = ascii_digits(spot.piece().text)
    parts = text.split(".")
    if (
        found.kind not in {DECIMAL, INTEGER}
        or len(parts) == 1
        or spot.word(-1).casefold() not in _VERSION_WORDS
    ):
        return None
    if not all(part.isdigit() and len(part) <= _LONGEST_VERSION for part in parts):
        return None
    return Reading(used, words_of(Shape(PARTS, tuple(map(int, parts)), text), spot.lang))


def _feet(spot: Spot) -> Reading | None:
    """Read the English height `5'10"`."""
    sizes = _FEET.fullmatch(ascii_digits(spot.piece().text))
    if spot.lang != "en" or not sizes or spot.close(1).text not in {'"', "″", "”"}:
        return None
    feet, inches = (cardinal(int(size), "en") for size in sizes.groups())
    return Reading(2, f"{feet} foot {inches}")


def _in_context(found: Shape, spot: Spot, used: int) -> Reading | None:
    if found.kind == INTEGER and not found.negative:
        return _integer(found, spot, used)
    if found.kind == RANGE:
        return clock.range_of_days(found.values, spot, used)
    if found.kind == DATE or (found.kind == FRACTION and spot.lang == "vi"):
        words = clock.written_date(found.values, spot)
        return Reading(used, words) if words else None
    return None


def gather(spot: Spot) -> tuple[int, Shape, str]:
    """Join the pieces of a number that white space parts (`12 000`, `06 12 34 56 78`): pieces, shape, words.

    The words are empty unless the number is a phone number in groups.
    """
    run = [ascii_digits(spot.piece().text)]
    while len(run) < _MOST_GROUPS and spot.is_number(len(run)) and spot.piece(len(run)).spaced:
        run.append(ascii_digits(spot.piece(len(run)).text))
    if len(run) == 1:
        return 1, shape(run[0], spot.lang), ""
    thousands = 1 if phones.announced(spot) else _thousands(run)
    if thousands > 1:
        text = "".join(run[:thousands])
        return thousands, shape(text, spot.lang)._replace(grouped=True), ""
    if _is_phone(run) or (len(run) > 1 and phones.announced(spot) and _all_digits(run)):
        return len(run), Shape(CODE), _phone(run, spot.lang)
    return 1, shape(run[0], spot.lang), ""


def _thousands(run: list[str]) -> int:
    """Return how many pieces form one number in groups of three digits."""
    if not _FIRST_GROUP.fullmatch(run[0]):
        return 1
    count = 1
    while count < min(len(run), 5) and _GROUP.fullmatch(run[count]):
        count += 1
    if count < len(run) and not run[count].isdecimal() and _LAST_GROUP.fullmatch(run[count]):
        count += 1
    return count


def _is_phone(run: list[str]) -> bool:
    return sum(len(part) for part in run) >= 7 and run[0].startswith("0") and _all_digits(run)


def _all_digits(run: list[str]) -> bool:
    return all(_PHONE_PART.fullmatch(part) for part in run)


def _phone(run: list[str], lang: str) -> str:
    """Return the digits; in French, numbers written in pairs are said in pairs."""
    if lang == "fr" and all(len(part) == 2 for part in run):
        return " ".join(
            digits(part, lang) if part.startswith("0") else cardinal(int(part), lang) for part in run
        )
    return digits("".join(run), lang)


def _integer(found: Shape, spot: Spot, used: int) -> Reading:
    number = found.values[0]
    special = (
        with_suffix(number, spot, used)
        or _half_day(number, spot, used)
        or clock.after_hour_word(spot, number)
        or clock.day_in_date(number, spot, used)
        or _before_counter(number, spot, used)
    )
    if special:
        return special
    if not found.grouped and _is_year(number, spot, used):
        return Reading(used, year(number, spot.lang))
    return Reading(used, counted(cardinal(number, spot.lang), _noun(spot, used), spot.lang))


def _half_day(number: int, spot: Spot, used: int) -> Reading | None:
    """Read `5 pm`, `5am`."""
    letters = spot.piece(used).text.rstrip(".").casefold()
    if spot.lang not in {"en", "fil", "ms"} or letters not in {"am", "pm"} or not 0 < number <= 12:
        return None
    return Reading(used + 1, f"{cardinal(number, spot.lang)} {' '.join(letters)}")


def _noun(spot: Spot, used: int) -> str:
    """Return the word that the number counts, in lower case; "" where none follows."""
    word = spot.word(used)
    if not word or word.casefold() in spot.lexicon.words.get("function", []):
        return ""
    return word.casefold()


def _mixed_fraction(found: Shape, spot: Spot, used: int) -> Reading | None:
    """Read `2½`."""
    sign = spot.close(used)
    if found.kind != INTEGER or sign.kind != SYMBOL or not sign.text.isnumeric():
        return None
    value = unicodedata.numeric(sign.text)
    if not 0 < value < 1:
        return None
    half = spot.lexicon.fractions.get("+1/2", "") if value == 0.5 else ""
    part = half or f"{spot.lexicon.signs['&']} {character(sign.text, spot.lang)}"
    return Reading(used + 1, f"{words_of(found, spot.lang)} {part}")


def _before_counter(number: int, spot: Spot, used: int) -> Reading | None:
    following = spot.word(used)
    if not following:
        return None
    if spot.lang == "ja":
        words = japanese(number, following)
        return Reading(used + 1, words) if words else None
    if spot.lang == "ko":
        words = native_korean(number, following)
        return Reading(used, words) if words else None
    if spot.lang == "zh" and following.startswith("年") and (1000 <= number < 3000):
        return Reading(used, digits(str(number), "zh"))
    return None


def _is_year(number: int, spot: Spot, used: int) -> bool:
    """Say whether a number without separators is a year, where years have a reading of their own."""
    if not 1010 <= number < 2100:
        return False
    words = spot.lexicon.words
    before = spot.word(-1).casefold()
    dated = (
        spot.piece(-1).text == ","
        and spot.is_number(-2)
        and spot.word(-3).casefold() in clock.month_names(spot.lang)
    )
    if dated or before in words.get("year_before", []) or before in clock.month_names(spot.lang):
        return True
    return number >= 1100 and _is_year_before(spot, used)


def _is_year_before(spot: Spot, used: int) -> bool:
    """Say whether what follows leaves the number a year: nothing that it could count."""
    following = spot.word(used)
    if following in spot.lexicon.words.get("year_after", []):
        return True
    if spot.lang == "de" and spot.close(used).text == "er":  # die 1980er
        return True
    if spot.lang == "en":
        return not _english_plural(following)
    return not following and spot.lang in {"de", "nl", "sv", "fil"}


def _english_plural(word: str) -> bool:
    irregular = word in {"people", "men", "women", "children", "mice", "feet", "fish", "sheep", "more"}
    return irregular or (
        word.islower() and word.endswith("s") and word not in {"was", "is", "has", "as", "its"}
    )
