"""The tables of a scope as headers and rows of text."""

from __future__ import annotations

from dataclasses import dataclass

from inst_trans_env.lift.document import Node
from inst_trans_env.lift.document.leaves import cell_text
from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.scope import Scope

_CELLS = ("td", "th")


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the texts of its header cells (none when it has no header row) and of its body, row by row.

    `width` is the number of columns: cells of the longest row.
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
    for row, is_head in _rows(table):
        texts = tuple(cell_text(cell) for cell in row.elements() if cell.tag in _CELLS)
        if not headers and not rows and (is_head or all(cell.tag == "th" for cell in row.elements())):
            headers = texts
        elif texts:
            rows.append(texts)
    return Table(headers, tuple(rows), max(map(len, (headers, *rows))))


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
