"""Dates in a given format."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar

from inst_trans_env.lift.metrics.base import (
    EachBounds,
    Example,
    Result,
    TextMetric,
    Texts,
    bounded,
    decide,
    doc,
)
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.patterns import compile_pattern, escape, matches

_PIECES = {
    "%Y": "[0-9]{4}",
    "%m": "[0-9]{2}",
    "%d": "[0-9]{2}",
    "%H": "[0-9]{2}",
    "%M": "[0-9]{2}",
    "%S": "[0-9]{2}",
    "%y": "[0-9]{2}",
    "%B": "(?:January|February|March|April|May|June|July|August|September|October|November|December)",
    "%b": "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
    "%-d": "[0-9]{1,2}",
    "%-m": "[0-9]{1,2}",
}
_LIMIT = 10_000


class DateFormatArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `DateFormat`."""

    may_be_open: ClassVar[bool] = True

    formats: Annotated[
        Texts, doc("Formats in strftime's letters, e.g. `%Y-%m-%d`, `%-d %B %Y` (English names).")
    ]
    only: Annotated[bool, doc("Whether dates in another known format are forbidden.")] = False

    def __post_init__(self) -> None:
        """Refuse letters that are not known."""
        super().__post_init__()
        for pattern in self.formats:
            _to_regex(pattern)


class DateFormat(TextMetric[DateFormatArgs]):
    """A date must exist in the calendar. When both bounds are null, one date at least is needed."""

    name = "date_format"
    summary = "There is a number of dates in the given formats, and if wanted in no other."
    Args = DateFormatArgs
    passes = Example("On 2024-02-29 it snowed.", {"formats": ["%Y-%m-%d"], "lower_bound": 1})
    fails = Example("On 2023-02-29 it snowed.", {"formats": ["%Y-%m-%d"], "lower_bound": 1})

    def check(self, view: TextView, args: DateFormatArgs) -> Result:
        """Count in the visible text."""
        found = {date for pattern in args.formats for date in _dates(view.text, pattern)}
        count = sum(len(_dates(view.text, pattern)) for pattern in args.formats)
        others = (
            {date for pattern in _KNOWN for date in _dates(view.text, pattern)} - found
            if args.only
            else set()
        )
        if others:
            return Result(0.0, f"“{min(others)}” is in another format")
        if args.lower_bound is None and args.upper_bound is None:
            return decide(count > 0, f"{count} dates, wanted one at least")
        return bounded(count, args, "dates")


_KNOWN = ("%Y-%m-%d", "%Y/%m/%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%-d %B %Y", "%B %-d, %Y", "%b %-d, %Y")


def _dates(text: str, pattern: str) -> list[str]:
    found = matches(compile_pattern(rf"\b{_to_regex(pattern)}\b"), text, _LIMIT)
    return [date for date in found if _exists(date, pattern)]


def _exists(text: str, pattern: str) -> bool:
    try:
        datetime.strptime(text, pattern.replace("%-", "%"))
    except ValueError:
        return False
    return True


def _to_regex(pattern: str) -> str:
    regex, rest = "", pattern
    while rest:
        piece = rest[: 3 if rest.startswith("%-") else 2] if rest[0] == "%" else rest[0]
        if piece[0] == "%" and piece not in _PIECES:
            raise ValueError(f"date format {pattern!r}: {piece!r} is not one of {', '.join(_PIECES)}")
        regex += _PIECES[piece] if piece[0] == "%" else escape(piece)
        rest = rest[len(piece) :]
    return regex
