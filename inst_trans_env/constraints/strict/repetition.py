"""Gate repetition: no passage comes four times in a row unless the source has such a run.

The passage has at least eight characters (four when all its letters are Han, kana, Hangul or Thai).
White space between is not counted; values of a batch are looked at in their order. A run of the source
excuses one of at most eight times its length; a rule, dots or empty cells in it excuse any of these.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from inst_trans_env.constraints.strict.case import Case, Segment
from inst_trans_env.constraints.strict.mapped import rewrite
from inst_trans_env.constraints.strict.runs import Run, runs
from inst_trans_env.constraints.strict.scripts import DENSE, count_letters
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail

TIMES = 4
"""How often a passage has to come in a row."""

PASSAGE, DENSE_PASSAGE = 8, 4
"""Least length of the repeated passage, in characters; the second holds for Han, kana, Hangul and Thai."""

SOURCE_FACTOR = 8
"""A run of the source excuses one of at most this many times its length: 哈哈哈哈 may become hahahaha…"""

_SPACE = re.compile(r"\s+")
_RULE = re.compile(r"([^\w\s])\1|\|")


def check(case: Case) -> Verdict:
    """Look for runs in the answer's segments taken together."""
    segments = [segment for segment in case.segments if segment.answer]
    answer = "\n".join(segment.answer or "" for segment in segments)
    text = _single_spaced(answer)
    found = [run for run in runs(text, (TIMES - 1) * DENSE_PASSAGE) if _counts(text, run)]
    if not found:
        return PASS
    source = "\n".join(segment.source for segment in case.segments)
    if _RULE.search(source):
        found = [run for run in found if _speaks(text, run)]
        if not found:
            return Verdict(True, "the source has rules, dots or empty cells as well")
    allowed = SOURCE_FACTOR * _longest(source)
    worst = max(found, key=lambda run: run.end - run.start)
    if worst.end - worst.start <= allowed:
        return Verdict(True, "the source repeats a passage as well")
    passage = text[worst.start : worst.start + worst.period]
    times = (worst.end - worst.start) // worst.period
    mapped = rewrite(answer, ((match.start(), match.end(), " ") for match in _SPACE.finditer(answer)))
    span = _raw_span(segments, mapped.span(worst.start, worst.end))
    return fail(
        f"“{passage[:60].strip()}” comes {times} times in a row", extra=(passage[:200],), spans=(span,)
    )


def _single_spaced(text: str) -> str:
    """Return the text with one blank for each stretch of white space."""
    words = " ".join(text.split())
    begin, end = " " * text[:1].isspace(), " " * (bool(words) and text[-1:].isspace())
    return f"{begin}{words}{end}"


def _counts(text: str, run: Run) -> bool:
    """Whether the repeated passage is long enough, and no mere blank."""
    unit = text[run.start : run.start + run.period]
    if unit.isspace():
        return False
    letters = count_letters(unit)
    dense = bool(letters) and all(name in DENSE for name in letters)
    units = -(-(DENSE_PASSAGE if dense else PASSAGE) // run.period)
    return _length(text, run) >= TIMES * units * run.period


def _speaks(text: str, run: Run) -> bool:
    """Whether the repeated passage holds a letter, a digit or a symbol."""
    unit = text[run.start : run.start + run.period]
    return any(char.isalnum() or unicodedata.category(char) == "So" for char in unit)


def _length(text: str, run: Run) -> int:
    """Return the run's length, with the separator that its last passage need not have."""
    following = text[run.end - run.period : run.end]
    separator = next((place for place, char in enumerate(following) if char.isalnum()), 0)
    return run.end - run.start + separator


@lru_cache(maxsize=1024)
def _longest(source: str) -> int:
    """Return the length of the source's longest run of anything with a letter or a symbol, however short."""
    text = _SPACE.sub(" ", source)
    return max((_length(text, run) for run in runs(text, TIMES) if _repeats(text, run)), default=0)


def _repeats(text: str, run: Run) -> bool:
    unit = text[run.start : run.start + run.period]
    speaks = any(char.isalpha() or unicodedata.category(char) == "So" for char in unit)
    return speaks and _length(text, run) >= TIMES * run.period


def _raw_span(segments: list[Segment], place: Span) -> Span:
    """Return where a place in the joined answers stands in the prediction."""
    starts = list(accumulate((len(segment.answer or "") + 1 for segment in segments), initial=0))
    first, last = (
        min(bisect_right(starts, index) - 1, len(segments) - 1) for index in (place[0], place[1] - 1)
    )
    start = segments[first].span(place[0] - starts[first], place[0] - starts[first] + 1)[0]
    end = segments[last].span(place[1] - 1 - starts[last], place[1] - starts[last])[1]
    return start, max(start, end)
