"""What a piece of digits and separators is: a number, a date, a time, a range, a phone number."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.numbers import LONGEST

INTEGER, DECIMAL, DATE, TIME = "integer", "decimal", "date", "time"
FRACTION, RANGE, CODE, PARTS = "fraction", "range", "code", "parts"


class Shape(NamedTuple):
    """A read number piece: its kind, its integers, the digits after the point or of a code, its sign.

    Integers by kind: `integer` the value; `decimal` the whole part; `date` year, month, day;
    `time` hours, minutes, seconds (-1: none); `fraction` two; `range` two; `parts` any; `code` none.
    """

    kind: str
    values: tuple[int, ...] = ()
    digits: str = ""
    negative: bool = False
    grouped: bool = False


_FLAT = str.maketrans({"−": "-", "–": "-", "〜": "-", "~": "-", "’": "'", "٫": ".", "٬": "'"})
_MOST_SIGNIFICANT = 6
"""Ten digits and more in a row are a phone number unless they are as round as 1500000000."""
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_FRACTION = re.compile(r"(\d{1,3})/(\d{1,4})")
_RANGE = re.compile(r"(\d{1,6})-(\d{1,6})")
_THOUSANDS = re.compile(r"\d{1,3}(?:([.,'])\d{3})(?:\1\d{3})*")
_LAKHS = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}")
_DECIMAL = re.compile(r"([\d.,']+)([.,])(\d+)")


def ascii_digits(text: str) -> str:
    """Return the text with the digits of any script as ASCII and one sign for each separator."""
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)
    return text.translate(_FLAT)


def shape(text: str, lang: str) -> Shape:
    """Return what a number piece is (digits of any script, separators between them, a leading minus)."""
    flat = ascii_digits(text)
    return _cached(flat, lang) if len(flat) <= 32 else Shape(CODE, digits=flat)


@lru_cache(maxsize=8192)
def _cached(text: str, lang: str) -> Shape:
    body = text.removeprefix("-")
    found = _number(body, lang) or _calendar(body, lang) or _pair(body) or _pieces(body)
    return found._replace(negative=len(body) < len(text))


def _number(text: str, lang: str) -> Shape | None:
    if text.isdigit():
        phone = len(text) >= 10 and len(text.rstrip("0")) > _MOST_SIGNIFICANT
        code = phone or len(text) > LONGEST or (text.startswith("0") and len(text) > 1)
        return Shape(CODE, digits=text) if code else Shape(INTEGER, (int(text),), text)
    if lang in {"hi", "en"} and _LAKHS.fullmatch(text):
        return Shape(INTEGER, (int(text.replace(",", "")),), grouped=True)
    decimal_sign = lexicon(lang).numbers.decimal_sign
    grouped = _THOUSANDS.fullmatch(text)
    if grouped and len(text) <= 20 and not text.startswith("0") and _groups(grouped, decimal_sign):
        return Shape(INTEGER, (int(re.sub(r"\D", "", text)),), grouped=True)
    return _decimal(text)


def _groups(match: re.Match[str], decimal_sign: str) -> bool:
    """Say whether a separator before three digits marks thousands: two of a kind do, else the language says."""
    return match[0].count(match[1]) > 1 or match[1] != decimal_sign


def _decimal(text: str) -> Shape | None:
    match = _DECIMAL.fullmatch(text)
    if not match:
        return None
    whole = match[1]
    if not whole.isdigit():
        grouped = _THOUSANDS.fullmatch(whole)
        if not grouped or grouped[1] == match[2] or len(whole) > 20:
            return None
    return Shape(DECIMAL, (int(re.sub(r"\D", "", whole)),), match[3]) if len(whole) <= 20 else None


def _calendar(text: str, lang: str) -> Shape | None:
    time = _TIME.fullmatch(text)
    if time and int(time[1]) <= 24 and int(time[2]) < 60:
        return Shape(TIME, (int(time[1]), int(time[2]), int(time[3]) if time[3] else -1))
    found = _YEAR_FIRST.fullmatch(text)
    if found:
        return _date(int(found[1]), int(found[3]), int(found[4]))
    found = _YEAR_LAST.fullmatch(text)
    if not found:
        return None
    first, second = int(found[1]), int(found[3])
    year = int(found[4]) if len(found[4]) == 4 else 2000 + int(found[4])
    month, day = (
        (first, second) if lang in {"en", "fil"} and first <= 12 and found[2] != "." else (second, first)
    )
    return _date(year, month, day) or _date(year, day, month)


def _date(year: int, month: int, day: int) -> Shape | None:
    return Shape(DATE, (year, month, day)) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _pair(text: str) -> Shape | None:
    fraction = _FRACTION.fullmatch(text)
    if fraction:
        return Shape(FRACTION, (int(fraction[1]), int(fraction[2])))
    pair = _RANGE.fullmatch(text)
    if pair and not pair[1].startswith("0") and not _local(pair[1], pair[2]):
        return Shape(RANGE, (int(pair[1]), int(pair[2])))
    return None


def _local(first: str, second: str) -> bool:
    """Say whether two groups of digits are a phone number without its area code: `555-1234`, `1234-5678`."""
    years = first < second < "2100"
    return len(second) == 4 and (len(first) == 3 or (len(first) == 4 and not years))


def _pieces(text: str) -> Shape:
    """Return a phone number or code (hyphens, four digits and more), else numbers read one after the other."""
    parts = [part for part in re.split(r"\D+", text) if part]
    long = sum(map(len, parts)) >= 7 or any(len(part) > LONGEST or part.startswith("0") for part in parts)
    if long and ("-" in text or (text.startswith("0") and "/" in text)):
        return Shape(CODE, digits="".join(parts))
    if any(len(part) > LONGEST for part in parts):
        return Shape(CODE, digits="".join(parts))
    return Shape(PARTS, tuple(int(part) for part in parts), text)
