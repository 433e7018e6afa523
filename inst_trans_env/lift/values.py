"""Numbers, dates and yes/no in cells and running text."""

from __future__ import annotations

import re
from datetime import date

_PLAIN = re.compile(r"[+−-]?\s?(?:\d{1,3}(?:[,\s']\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_AFFIXES = re.compile(r"^[~≈$€£¥₹]\s?|\s?(?:[%‰°$€£¥₹]|[^\W\d_]{1,4})(?:/[^\W\d_]{1,3})?[²³]?$")
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_BOOLEANS = frozenset({"yes", "no", "true", "false", "✓", "✗", "✔", "✘", "☑", "☐", "✅", "❌"})


def to_number(text: str) -> float | None:
    """Return the number that a cell states, currency and a short unit allowed, or None."""
    cell = text.strip()
    bare = _AFFIXES.sub("", cell[:64])
    if len(cell) > 64 or not _PLAIN.fullmatch(bare):
        return None
    return float(re.sub(r"[,'\s]", "", bare).replace("−", "-"))


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, written YYYY-MM-DD."""
    if not _ISO_DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_type(cell: str, kind: str) -> bool:
    """Whether a cell is a value of the type (see `table_column_type`)."""
    value = cell.strip()
    number = to_number(value)
    if kind == "integer":
        return number is not None and value[-1:].isdigit() and number.is_integer() and "." not in value
    if kind == "number":
        return number is not None
    if kind == "percent":
        return number is not None and value.endswith("%")
    if kind == "date":
        return is_date(value)
    if kind == "boolean":
        return value.casefold() in _BOOLEANS
    return any(map(str.isalpha, value))
