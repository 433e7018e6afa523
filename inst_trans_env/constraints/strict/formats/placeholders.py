"""Placeholders: the same multiset; printf arguments may be numbered when every argument keeps its type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from inst_trans_env.constraints.strict.formats.dates import date_fields, is_date_format
from inst_trans_env.constraints.strict.formats.piece import (
    MANY,
    Diff,
    Piece,
    Problem,
    View,
    difference,
    words,
)
from inst_trans_env.text.placeholders import Placeholder
from inst_trans_env.text.printf import Directive, arguments

_PRINTF = ("printf", "percent", "bare", "qt", "custom")
_AUTO = re.compile(r"\{(?:[!:][^{}]*)?\}")
_NARROW = re.compile(r"([1-9]\d?)[A-Za-z]")


def check(piece: Piece) -> Problem | None:
    """Compare the placeholders of a piece, syntax by syntax."""
    source, answer = piece.source.placeholders, piece.answer.placeholders
    if any(item.kind == "qt" and not _is_share(item.key, piece.answer.text) for item in source):
        source, answer = _as_qt(source), _as_qt(answer)
    return (
        _named(source, answer)
        or _printf(piece, source, answer)
        or _qt(piece, _of(source, "qt"), _of(answer, "qt"))
    )


def _of(items: list[Placeholder], *kinds: str) -> list[Placeholder]:
    return [item for item in items if item.kind in kinds]


def _as_qt(items: list[Placeholder]) -> list[Placeholder]:
    """Read ``%2x`` as ``%2`` and a letter: among ``%1``, ``%3`` it is no width."""
    return [
        Placeholder("qt", f"%{match[1]}", item.start, item.start + 1 + len(match[1]))
        if item.directive is not None
        and item.directive.position is None
        and (match := _NARROW.fullmatch(item.key))
        else item
        for item in items
    ]


def _named(source: list[Placeholder], answer: list[Placeholder]) -> Problem | None:
    """Compare placeholders that carry their name, and ``{}`` with ``{0}``."""
    source = [item for item in source if item.kind not in _PRINTF]
    answer = [item for item in answer if item.kind not in _PRINTF]
    diff = difference((item.key for item in source), (item.key for item in answer))
    if not diff or _renumbered([item.key for item in source], [item.key for item in answer]):
        return None
    return _problem(diff, answer)


def _renumbered(source: list[str], answer: list[str]) -> bool:
    """Whether ``{}`` became ``{0}``, ``{1}``, … so that each argument keeps its format."""
    if not any(_AUTO.fullmatch(key) for key in source):
        return False
    numbered, index = [], 0
    for key in source:
        if _AUTO.fullmatch(key):
            numbered.append(f"{{{index}{key[1:]}")
            index += 1
        else:
            numbered.append(key)
    return not difference(numbered, answer)


def _problem(diff: Diff, answer: Iterable[Placeholder]) -> Problem:
    extra = set(diff.extra)
    spans = tuple((item.start, item.end) for item in answer if item.key in extra)[:MANY]
    missing, added = words(diff.missing), words(diff.extra)
    if missing and added:
        reason = (
            f"{missing[0]} became {added[0]}"
            if len(missing) == len(added) == 1
            else f"{missing[0]} is missing"
        )
    else:
        reason = f"{missing[0]} is missing" if missing else f"{added[0]} was added"
    return Problem(reason, missing, added, spans)


def _printf(piece: Piece, source: list[Placeholder], answer: list[Placeholder]) -> Problem | None:
    """Compare the percent family: directives by argument, ``%%`` by number, lone signs at most as many."""
    if is_date_format(piece.source.text):
        return _dates(date_fields(piece.source.text), date_fields(piece.answer.text))
    wanted = [item.directive for item in source if item.directive is not None]
    got = [item.directive for item in answer if item.directive is not None]
    signs = _signs(piece.answer) - _signs(piece.source)
    return _arguments(wanted, got) or _percent(source, answer, signs, bool(wanted)) or _custom(piece, source)


def _signs(view: View) -> int:
    """Count percent signs that no printf reads: the full-width and the Arabic one."""
    return view.text.count("％") + view.text.count("٪")


def _custom(piece: Piece, source: list[Placeholder]) -> Problem | None:
    """Compare letters that only the program behind the text knows (``%B``)."""
    for key in {item.key for item in source if item.kind == "custom"}:
        if piece.source.text.count(key) != piece.answer.text.count(key):
            return Problem(f"{key} is missing or was doubled", (key,))
    return None


def _percent(
    source: list[Placeholder], answer: list[Placeholder], signs: int, is_format: bool
) -> Problem | None:
    """Compare the percent signs that print themselves; `signs` of other scripts may stand for them."""
    percent, got = len(_of(source, "percent")), _of(answer, "percent")
    if len(got) > percent or len(got) + max(0, signs) < percent:
        spans = tuple((item.start, item.end) for item in got)
        return Problem(f"%% occurs {len(got)} times instead of {percent}", ("%%",), (), spans)
    lone = _of(answer, "bare")
    if is_format and percent == 0 and len(lone) > len(_of(source, "bare")):
        # In a format string a lone percent sign begins a directive that nobody meant.
        return Problem("a lone % was added to a format string", (), ("%",), ((lone[-1].start, lone[-1].end),))
    return None


def _dates(source: Counter[str], answer: Counter[str]) -> Problem | None:
    """Compare the fields of a date; the locale may add one (the weekday), but shows none twice."""
    missing = tuple(name for name in source if name not in answer)
    extra = tuple(name for name in answer if answer[name] > max(1, source[name]))
    if missing:
        return Problem(f"the date or time has no {missing[0]}", missing)
    return Problem(f"the date or time shows the {extra[0]} twice", (), extra) if extra else None


def _arguments(source: list[Directive], answer: list[Directive]) -> Problem | None:
    wanted, got = arguments(source), arguments(answer)
    spans = tuple((directive.start, directive.end) for directive in answer)
    if wanted is None:
        diff = difference(
            (f"%{d.position}${d.spec}" for d in source), (f"%{d.position}${d.spec}" for d in answer)
        )
        return (
            Problem("printf directives differ", words(diff.missing), words(diff.extra), spans)
            if diff
            else None
        )
    if got is None:
        return Problem("numbered and unnumbered printf directives are mixed", (), (), spans)
    others = difference(
        (d.spec for d in source if not d.consumes), (d.spec for d in answer if not d.consumes)
    )
    diff = others or difference(wanted, got)
    if not diff:
        return None
    missing, extra = _written(diff.missing), _written(diff.extra)
    return Problem(_printf_reason(missing, extra), missing, extra, spans)


def _written(items: Iterable[object]) -> tuple[str, ...]:
    return tuple(f"%{item[0]}${item[1]}" if isinstance(item, tuple) else f"%{item}" for item in items)


def _printf_reason(missing: tuple[str, ...], extra: tuple[str, ...]) -> str:
    if missing and extra:
        return f"printf arguments differ: {missing[0]} became {extra[0]}"
    return f"{missing[0]} is missing" if missing else f"{extra[0]} was added"


def _qt(piece: Piece, source: list[Placeholder], answer: list[Placeholder]) -> Problem | None:
    """Compare ``%1``; ``%50`` is a share where the other text writes ``50 %``."""
    diff = difference((item.key for item in source), (item.key for item in answer))
    if not diff:
        return None
    diff.missing = [key for key in diff.missing if not _is_share(str(key), piece.answer.text)]
    diff.extra = [key for key in diff.extra if not _is_share(str(key), piece.source.text)]
    return _problem(diff, answer) if diff else None


_SHARES = re.compile(r"(?<![%\d])(\d{1,3})(?:\s?[%٪％]|(?=\D{1,6}\d{1,3}\s?[%٪％]))|[٪％]\s?(\d+)")
"""Shares, and the first number of a range of them (``20 to 40%``)."""


def _is_share(key: str, other: str) -> bool:
    """Whether the other text names that many per cent."""
    return any(key == f"%{match[1] or match[2]}" for match in _SHARES.finditer(other))
