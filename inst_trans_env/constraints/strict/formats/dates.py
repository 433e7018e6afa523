"""Date and time formats of `strftime`: which fields they show; order and form are the locale's."""

from __future__ import annotations

import re
from collections import Counter

# Letters that printf does not have, or that make no sense next to each other in it.
_SURE = re.compile(r"(?<!%)(?:%%)*%[-_0^#EO]?[YHMBbykjZRTDWVPI](?![A-Za-z]{2}|\d)")
_ANY = re.compile(r"%(%|[-_0^#EO]?([A-Za-z]))")
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
    """Whether a text is a format of `strftime`: at least two fields, one of which printf cannot mean."""
    return bool(_SURE.search(text)) and len(date_fields(text)) > 1 and "%s" not in text


def date_fields(text: str) -> Counter[str]:
    """Return the fields of a date format with their numbers.

    AM/PM (``%p``) is left out: clocks of 24 hours do without.
    """
    return Counter(name for match in _ANY.finditer(text) for name in _FIELDS.get(match[2] or "", ()))
