"""Gate layout_break: lines, blank lines, indentation and tables stay as they are.

Of a batch each value has its own layout. Newlines: the same sequence of blank and non-blank lines; one
trailing newline more or less is free, and CR LF is LF. Indentation: line by line the same rank among
the widths that occur (tab, spaces, full-width spaces). Tables written with pipes or tabs: the same
rows, cells and alignment row. A line that names features (换行, 缩进, 表格) demands those, another one all
three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from inst_trans_env.constraints.strict.case import Case, Segment
from inst_trans_env.constraints.strict.pipe_tables import Table, tables
from inst_trans_env.constraints.strict.reading import layout_features, lines
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail

TAB = 4
"""Columns of a tab at the start of a line; a full-width space has two."""

_LEADING = re.compile(r"[\s\u200e\u200f\ufeff]*")
_WIDTHS = {"\t": TAB, "\u3000": 2, "\u200e": 0, "\u200f": 0, "\ufeff": 0}


def check(case: Case) -> Verdict:
    """Compare the layout of each segment; the constraint's line says which features count."""
    features = layout_features(tuple(lines(case.task, "layout_break")))
    faults = [(segment, *fault) for segment in case.segments for fault in _faults(segment, features)]
    if not faults:
        return PASS
    notes = [f"{segment.path}: {note}" if segment.path else note for segment, note, _ in faults]
    spans = [segment.span(*place) for segment, _, place in faults if segment.answer is not None]
    reason = "; ".join(notes[:3]) + (f"; and {len(notes) - 3} more" if len(notes) > 3 else "")
    return fail(reason, spans=tuple(spans[:20]))


def _faults(segment: Segment, features: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """Yield what differs in one segment, and where; the first difference of each kind."""
    if segment.answer is None:
        yield "there is no text whose layout could be compared", (0, 0)
        return
    source, answer = _Lines(segment.source), _Lines(segment.answer)
    broken = None
    if "newlines" in features:
        broken = _newlines(source, answer)
        if broken:
            yield broken
    if "indentation" in features and not broken and (fault := _indentation(source, answer)):
        yield fault
    if "tables" in features and (fault := _tables(source, answer)):
        yield fault


class _Lines:
    """A text as lines, without one trailing newline.

    Attributes:
        texts: the lines.
        starts: where each of them begins in the text as it was.
        trailing: number of line breaks at the end.
    """

    def __init__(self, text: str) -> None:
        self.texts: list[str] = []
        self.starts: list[int] = []
        at = 0
        for line in text.split("\n"):
            self.texts.append(line.removesuffix("\r"))
            self.starts.append(at)
            at += len(line) + 1
        self.trailing = 0
        while len(self.texts) > 1 and not self.texts[-1].strip():
            self.texts.pop()
            self.trailing += 1

    def place(self, number: int) -> Span:
        """Return the place of a line; behind the last one it is the last one's end."""
        if number < len(self.texts):
            return self.starts[number], self.starts[number] + len(self.texts[number])
        end = self.starts[len(self.texts) - 1] + len(self.texts[-1])
        return end, end


def _newlines(source: _Lines, answer: _Lines) -> tuple[str, Span] | None:
    """Compare the sequences of blank and non-blank lines; one trailing newline more or less is free."""
    pairs = zip_longest((bool(t.strip()) for t in source.texts), (bool(t.strip()) for t in answer.texts))
    for number, (want, got) in enumerate(pairs):
        if want is not got:
            names = {True: "text", False: "blank", None: "missing"}
            note = f"line {number + 1} is {names[got]} instead of {names[want]}"
            if want is None:
                note = f"line {number + 1} is one too many"
            return note, answer.place(number)
    if abs(source.trailing - answer.trailing) > 1:
        note = f"{answer.trailing} line breaks at the end instead of {source.trailing}"
        return note, answer.place(len(answer.texts))
    return None


def _indentation(source: _Lines, answer: _Lines) -> tuple[str, Span] | None:
    """Compare the relative depths of the lines that have text, in their order."""
    wanted = [(n, text) for n, text in enumerate(source.texts) if text.strip()]
    given = [(n, text) for n, text in enumerate(answer.texts) if text.strip()]
    want, got = _depths([text for _, text in wanted]), _depths([text for _, text in given])
    for (number, _), depth, due in zip(given, got, want, strict=False):
        if depth != due:
            return f"line {number + 1} is at depth {depth} instead of {due}", answer.place(number)
    return None


def _depths(texts: list[str]) -> list[int]:
    """Return each line's rank among the widths of indentation that occur; no indentation is rank 0."""
    widths = [_width(text) for text in texts]
    ranks = {width: rank for rank, width in enumerate(sorted({0, *widths}))}
    return [ranks[width] for width in widths]


def _width(text: str) -> int:
    leading = _LEADING.match(text)
    return sum(_WIDTHS.get(char, 1) for char in leading[0]) if leading else 0


def _tables(source: _Lines, answer: _Lines) -> tuple[str, Span] | None:
    """Compare the tables written with pipes: their number, rows, cells per row and alignment row."""
    wanted, given = tables(source.texts), tables(answer.texts)
    for number, (want, got) in enumerate(zip_longest(wanted, given), 1):
        where = answer.place(got.first if got else len(answer.texts))
        if want is None or got is None:
            return f"{len(given)} tables instead of {len(wanted)}", where
        if difference := _difference(want, got):
            note, row = difference
            return f"table {number}: {note}", answer.place(got.first + min(row, len(got.cells) - 1))
    return None


def _difference(want: Table, got: Table) -> tuple[str, int] | None:
    if want.alignment != got.alignment:
        if want.alignment and not got.alignment:
            return "the alignment row is missing", 1
        return "the alignment row differs", 1
    if len(want.cells) != len(got.cells):
        return f"{len(got.cells)} rows instead of {len(want.cells)}", len(got.cells)
    for row, (due, cells) in enumerate(zip(want.cells, got.cells, strict=True)):
        if due != cells:
            return f"row {row + 1} has {cells} cells instead of {due}", row
    return None
