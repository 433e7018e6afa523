"""Date and time formats of `strftime`: which fields they show; order and form are the locale's."""

from __future__ import annotations

import re
from collections import Counter

# Letters that printf does not have, or that make no sense next to each other in it.
_SURE = re.compile(r"(?<!%)(?:%%)*%[-_0^#EO]?[YHMBbykjZRTDWVPI](?![A-Za-z]{2}|\d)")
_ANY = re.compile(r"%(%|[-_0^#EO]?([A-Za-z]))")
_PRINTF = re.compile(r"%(?:[hlz]+[diuxX]|[\d.]+[a-z]|s)")
_FIELDS = {
    **dict.fromkeys("de", ("day",)),
    **dict.fromkeys("mbBh", ("month",)),
    **dict.fromkeys("yYGg", ("year",)),
    "C": ("century",),
    **dict.fromkeys("HIkl", ("hour",)),
    "M": ("minute",),
    "S": ("second",),
    **dict.fromkeys("aAuw", ("weekday",)),
    "j": ("day of the year",),
    **dict.fromkeys("UVW", ("week",)),
    **dict.fromkeys("zZ", ("time zone",)),
    **dict.fromkeys("Dx", ("day", "month", "year")),
    "F": ("day", "month", "year"),
    **dict.fromkeys("TrX", ("hour", "minute", "second")),
    "R": ("hour", "minute"),
    "c": ("day", "month", "year", "hour", "minute", "second"),
    "s": ("seconds since the epoch",),
}


def is_date_format(text: str) -> bool:
    """Whether a text is a format of `strftime`: at least two fields and nothing else, one of them foreign to printf."""
    if not _SURE.search(text) or _PRINTF.search(text):
        return False
    letters = {match[2] for match in _ANY.finditer(text) if match[2]}
    fields = date_fields(text)
    return (
        len(fields) > 1
        and max(fields.values()) == 1
        and all(letter in _FIELDS or letter in "pPnt" for letter in letters)
    )


def date_fields(text: str) -> Counter[str]:
    """Return the fields of a date format with their numbers.

    AM/PM (``%p``) is left out: clocks of 24 hours do without.
    """
    return Counter(name for match in _ANY.finditer(text) for name in _FIELDS.get(match[2] or "", ()))
