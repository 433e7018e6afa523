"""What the metrics of table columns share."""

from __future__ import annotations

from collections.abc import Callable

from inst_trans_env.lift.metrics.base import Result
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.tables import tables


def columns(scope: Scope, column: str | int) -> list[list[str]] | str:
    """Return the column's cells for every table of a scope, or why there are none."""
    found = tables(scope)
    if not found:
        return "there is no table"
    cells: list[list[str]] = []
    for table in found:
        place = table.column(column)
        if place is None:
            return f"there is no column “{column}”"
        if not table.rows:
            return "the table has no rows"
        cells.append(table.values(place))
    return cells


def check_column(scope: Scope, column: str | int, holds: Callable[[str], bool], claim: str) -> Result:
    """Score whether something holds for every cell of a column in every table."""
    cells = columns(scope, column)
    if isinstance(cells, str):
        return Result(0.0, cells)
    for values in cells:
        for number, value in enumerate(values, 1):
            if not holds(value):
                return Result(0.0, f"row {number}: “{value[:60]}” is not so ({claim})")
    return Result(1.0, f"every cell {claim}")
