"""Tables in plain text: rows of cells between pipes, or columns separated by tabs."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PIPE = re.compile(r"(?<!\\)(?:\\\\)*\|")
_DELIMITER = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?")

_SINGLE = re.compile(r"\|[ \t][^|]*[ \t]\|[ \t][^\n]*[ \t]\|")


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        first: number of its first line, from 0.
        cells: number of cells per row.
        alignment: the alignment row's columns (``""``, ``":"``, ``"::"`` …); empty without such a row.
    """

    first: int
    cells: tuple[int, ...]
    alignment: tuple[str, ...] = ()


def tables(texts: list[str]) -> list[Table]:
    """Return the tables among the lines.

    Lines with pipes make a table when the second of them is an alignment row, or when two or more in a row
    begin with a pipe; one line alone when blanks set off its cells (``| a | b |``); lines with inner tabs
    when two or more in a row have the same number of them.
    """
    found: list[Table] = []
    at = 0
    while at < len(texts):
        table = _pipe_table(texts, at) or _tab_table(texts, at)
        if table:
            found.append(table)
        at += len(table.cells) if table else 1
    return found


def _pipe_table(texts: list[str], at: int) -> Table | None:
    if "|" not in texts[at]:
        return None
    aligned = (
        at + 1 < len(texts) and "|" in texts[at + 1] and bool(_DELIMITER.fullmatch(texts[at + 1].strip()))
    )
    fenced = texts[at].lstrip().startswith("|")
    end = at
    while end < len(texts) and _is_row(texts[end], aligned, fenced):
        end += 1
    if end - at < 2 and not (fenced and _SINGLE.fullmatch(texts[at].strip())):
        return None
    alignment = _alignment(texts[at + 1]) if aligned else ()
    return Table(at, tuple(_cells(text) for text in texts[at:end]), alignment)


def _is_row(text: str, aligned: bool, fenced: bool) -> bool:
    if fenced:
        return text.lstrip().startswith("|")
    return aligned and bool(_PIPE.search(text))


def _cells(text: str) -> int:
    """Count the cells of a row: the pipes at its ends are free, escaped ones are text."""
    row = text.strip()
    pipes = len(_PIPE.findall(row))
    ends = row.startswith("|") + (len(row) > 1 and row.endswith("|") and not row.endswith("\\|"))
    return pipes + 1 - ends


def _alignment(text: str) -> tuple[str, ...]:
    columns = text.strip().strip("|").split("|")
    return tuple(
        f"{':' * column.strip().startswith(':')}-{':' * column.strip().endswith(':')}" for column in columns
    )


def _tab_table(texts: list[str], at: int) -> Table | None:
    columns = _inner_tabs(texts[at])
    end = at
    while columns and end < len(texts) and _inner_tabs(texts[end]) >= columns:
        end += 1
    if end - at < 2:
        return None
    return Table(at, tuple(_inner_tabs(text) + 1 for text in texts[at:end]))


def _inner_tabs(text: str) -> int:
    return text.strip().count("\t")
