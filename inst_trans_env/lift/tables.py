"""The tables of a scope as headers and rows of text."""

from __future__ import annotations

from dataclasses import dataclass

from inst_trans_env.lift.document import Node
from inst_trans_env.lift.document.leaves import cell_text
from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.scope import Scope

_CELLS = ("td", "th")
_WIDEST = 1000
_MOST_SPANNED = 20_000
"""Places of a table that spanning cells may fill besides their own, so that no small table makes a large one."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the texts of its header cells (none when it has no header row) and of its body, row by row.

    A cell that spans several columns or rows stands in each. `width` is the number of columns: cells of the
    longest row.
    """

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    width: int

    def column(self, column: str | int) -> int | None:
        """Return the 0-based place of a column by header (case does not count) or 1-based number."""
        if isinstance(column, int):
            return column - 1 if 1 <= column <= self.width else None
        names = [fold(header) for header in self.headers]
        return names.index(fold(column)) if fold(column) in names else None

    def values(self, place: int) -> list[str]:
        """Return the body's cells of a column; a cell that is not there is empty."""
        return [row[place] if place < len(row) else "" for row in self.rows]


def tables(scope: Scope) -> list[Table]:
    """Return the tables of a scope in order."""
    return [_read(node) for node in scope.find("table")]


def _read(table: Node) -> Table:
    headers: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    found = _rows(table)
    for (row, is_head), texts in zip(found, _grid([row for row, _ in found]), strict=True):
        if not headers and not rows and (is_head or all(cell.tag == "th" for cell in row.elements())):
            headers = texts
        elif texts:
            rows.append(texts)
    return Table(headers, tuple(rows), max(map(len, (headers, *rows))))


def _grid(rows: list[Node]) -> list[tuple[str, ...]]:
    """Return the texts of all rows, a cell that spans several places once for each."""
    grid: list[tuple[str, ...]] = []
    spanned: dict[int, tuple[int, str]] = {}
    left = _MOST_SPANNED
    for row in rows:
        texts: list[str] = []
        cells = [cell for cell in row.elements() if cell.tag in _CELLS]
        above = spanned if left > 0 else {}
        spanned = {place: (more - 1, text) for place, (more, text) in above.items() if more > 1}
        for cell in cells:
            while len(texts) in above:
                texts.append(above[len(texts)][1])
            text, down = cell_text(cell), _span(cell, "rowspan")
            across = _span(cell, "colspan") if left > 0 else 1
            left -= across - 1
            for _ in range(across):
                if down > 1:
                    spanned[len(texts)] = (down - 1, text)
                texts.append(text)
        for place in range(len(texts), max(above, default=-1) + 1):
            texts.append(above[place][1] if place in above else "")
        left -= len(above)
        grid.append(tuple(texts))
    return grid


def _span(cell: Node, name: str) -> int:
    value = cell.attrs.get(name, "")
    return min(max(int(value), 1), _WIDEST) if value.isascii() and value.isdigit() and len(value) < 10 else 1


def _rows(table: Node) -> list[tuple[Node, bool]]:
    """Return the row elements, each with whether it stands in the table's head."""
    found: list[tuple[Node, bool]] = []
    for child in table.elements():
        if child.tag == "tr" or (
            child.tag == "thead" and any(cell.tag in _CELLS for cell in child.elements())
        ):
            found.append((child, child.tag == "thead"))
        elif child.tag in {"thead", "tbody", "tfoot"}:
            found += [(row, child.tag == "thead") for row in child.elements() if row.tag == "tr"]
    return found
