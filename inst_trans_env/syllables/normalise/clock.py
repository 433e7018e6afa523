"""Dates and times of day."""

from __future__ import annotations

from functools import lru_cache

from inst_trans_env.syllables.normalise.counters import japanese, korean_native_numeral
from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.numbers import cardinal, ordinal, year
from inst_trans_env.syllables.normalise.numbers.cases import polish_genitive, russian
from inst_trans_env.syllables.normalise.numbers.plural import agree
from inst_trans_env.syllables.normalise.shapes import TIME, Shape
from inst_trans_env.syllables.normalise.spoken import spell_out
from inst_trans_env.syllables.normalise.spot import Reading, Spot

_HALF_DAYS = frozenset(("en", "fil", "ms"))
"""Languages that say `a.m.` and `p.m.`."""
_LONGEST_DAY = 2


def date(values: tuple[int, ...], lang: str) -> str:
    """Return the reading of a year, month and day."""
    table = lexicon(lang)
    number, month, day = values
    if lang == "ja":
        return f"{japanese(number, '年')} {japanese(month, '月')} {japanese(day, '日')}"
    return table.dates["full"].format(
        y=dated_year(number, lang), month=table.months[month - 1], d=day_of_month(day, lang)
    )


def written_date(values: tuple[int, ...], spot: Spot) -> str:
    """Return a date without the word "day" that the text has before it; Vietnamese `5/3` after it too."""
    word = spot.word(-1).casefold()
    if spot.lang == "vi" and word == "ngày":
        if len(values) == 2:
            return f"{cardinal(values[0], 'vi')} tháng {cardinal(values[1], 'vi')}"
        return date(values, "vi").removeprefix("ngày ")
    if spot.lang == "vi" and word == "tháng" and len(values) == 2:
        return f"{cardinal(values[0], 'vi')} năm {cardinal(values[1], 'vi')}"
    return ""


def day_of_month(day: int, lang: str) -> str:
    """Return the reading of the day in a date."""
    dates = lexicon(lang).dates
    if day == 1 and "first" in dates:
        return dates["first"]
    return _cased(day, lang, "е") if dates.get("day") == "ordinal" else cardinal(day, lang)


def dated_year(number: int, lang: str) -> str:
    """Return the reading of the year in a date."""
    return _cased(number, lang, "го") if lang in {"pl", "ru"} else year(number, lang)


def _cased(number: int, lang: str, russian_end: str) -> str:
    """Return an ordinal in the case of dates."""
    words = ordinal(number, lang)
    if lang == "ru":
        return russian(words, russian_end)
    return polish_genitive(words) if lang == "pl" else words


@lru_cache(maxsize=32)
def month_names(lang: str) -> frozenset[str]:
    """Return the months of a language in lower case, as texts write them in dates."""
    table = lexicon(lang)
    return frozenset(spell_out(name).casefold() for name in table.months) | frozenset(
        table.words.get("months", [])
    )


def day_in_date(number: int, spot: Spot, used: int) -> Reading | None:
    """Read the day beside the name of a month: `May 5`, `5 мая`, `3. Mai`, the first of `с 5 по 10 мая`."""
    if not 1 <= number <= 31:
        return None
    dot = spot.close(used).text == "."
    if dot and spot.piece(used + 1).text in {"-", "–"} and _day_and_month(spot, used + 2):  # 5.–10. Mai
        return Reading(used + 2, f"{day_of_month(number, spot.lang)} {spot.lexicon.signs['–']}")
    if _before_month(spot, used + dot) or _of_two_days(spot, used + dot):
        return Reading(used + dot, day_of_month(number, spot.lang))
    if spot.word(used).casefold() in month_names(spot.lang) or _after_month(spot):
        return Reading(used, day_of_month(number, spot.lang))
    return None


def range_of_days(days: tuple[int, ...], spot: Spot, used: int) -> Reading | None:
    """Read `5–10 мая`, `May 5-10` with both days as in a date."""
    if not days[0] < days[1] <= 31 or not (_before_month(spot, used) or _after_month(spot)):
        return None
    between = spot.lexicon.signs["–"]
    return Reading(used, f" {between} ".join(day_of_month(day, spot.lang) for day in days))


def _before_month(spot: Spot, offset: int) -> bool:
    return spot.word(offset).casefold() in month_names(spot.lang)


def _after_month(spot: Spot) -> bool:
    before = spot.word(-1)
    return spot.lang == "en" and before[:1].isupper() and before.casefold() in month_names(spot.lang)


def _of_two_days(spot: Spot, offset: int) -> bool:
    """Say whether a word for "to" or "and", another day and a month follow."""
    between = spot.word(offset) in spot.lexicon.words.get("between_days", [])
    return between and _day_and_month(spot, offset + 1)


def _day_and_month(spot: Spot, offset: int) -> bool:
    day = spot.is_number(offset) and len(spot.piece(offset).text) <= _LONGEST_DAY
    return day and _before_month(spot, offset + 1 + (spot.close(offset + 1).text == "."))


def time(found: Shape, spot: Spot, used: int) -> Reading:
    """Return the reading of a time of day, and of the word for "o'clock" after it, which it uses up."""
    clock = spot.lexicon.clock
    following = spot.word(used)
    swallowed = following.casefold() in clock.get("word", "").split()
    half = following.casefold() if spot.lang in _HALF_DAYS else ""
    if half in {"am", "pm"}:
        return Reading(used + 1, f"{time_words(found.values, spot.lang, bare=True)} {' '.join(half)}")
    return Reading(used + swallowed, time_words(found.values, spot.lang, bare=half in {"a.m", "p.m"}))


def time_words(values: tuple[int, ...], lang: str, *, bare: bool = False) -> str:
    """Return hours, minutes (-1: none) and seconds (-1: none) in words; `bare`: "ten" for "ten o'clock"."""
    hour, minute, second = values
    clock = lexicon(lang).clock
    unit = agree(clock.get("unit", ""), hour, lang)
    names = {"h": _hour(hour, lang), "m": _minute(max(minute, 0), lang), "unit": unit}
    if minute <= 0:
        words = names["h"] if bare else clock["full"].format(**names)
    elif minute < 10 and "small" in clock:
        words = clock["small"].format(**names)
    else:
        words = clock["minutes"].format(**names)
    return words if second < 0 else f"{words} {cardinal(second, lang)} {clock.get('seconds', '')}"


def _hour(hour: int, lang: str) -> str:
    clock = lexicon(lang).clock
    named = lexicon(lang).words.get("hours", [])
    if 0 < hour < len(named):
        return named[hour]
    if hour == 1 and "one" in clock:
        return clock["one"]
    if lang == "ko" and 0 < hour <= 12:
        return korean_native_numeral(hour)
    if lang == "ja":
        return japanese(hour, "時").removesuffix("じ")
    return ordinal(hour, lang)[:-1] + "a" if lang == "pl" and hour else cardinal(hour, lang)


def _minute(minute: int, lang: str) -> str:
    if lang == "fil":  # the Filipino clock is Spanish
        return "y med-ya" if minute == 30 else cardinal(minute, "es")
    return cardinal(minute, lang)


def after_hour_word(spot: Spot, hour: int) -> Reading | None:
    """Read a number after "at … o'clock" where hours have names of their own: `alas-3`, `الساعة 3`."""
    words = spot.lexicon.words
    before = spot.word(-2) if spot.close(-1).text == "-" else spot.word(-1)
    named = words.get("hours", [])
    if before.casefold() in words.get("hour_before", []) and 0 < hour < len(named):
        return Reading(1, named[hour])
    return None


def hours_with_letter(spot: Spot, hour: int) -> Reading | None:
    """Read `10h30`, `10h` where a language writes times so (`clock.letter`)."""
    letter = spot.lexicon.clock.get("letter", "")
    if not letter or spot.close(1).text.casefold() not in letter.split() or hour > 24:
        return None
    after = spot.close(2)
    if spot.is_number(2) and after.text.isdecimal() and len(after.text) == 2 and int(after.text) < 60:
        return Reading(3, time_words((hour, int(after.text), -1), spot.lang))
    return Reading(2, time_words((hour, -1, -1), spot.lang))


def dotted_time(text: str, spot: Spot, used: int) -> Shape | None:
    """Return `10.30` as a time where a word around it says so: `kl. 10.30`, `10.30 Uhr`."""
    words = spot.lexicon.clock
    around = {spot.word(-1).casefold(), spot.piece(-2).text.rstrip(".").casefold()}
    before = around & set(words.get("before", "").split())
    after = spot.word(used).casefold() in words.get("word", "").split()
    hour, dot, minute = text.partition(".")
    if not (before or after) or not dot or not (hour.isdecimal() and minute.isdecimal()):
        return None
    plausible = len(hour) <= 2 and len(minute) == 2 and int(hour) <= 24 and int(minute) < 60
    return Shape(TIME, (int(hour), int(minute), -1)) if plausible else None
