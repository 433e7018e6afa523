"""What kind of value a table column holds."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, doc
from inst_trans_env.lift.metrics.columns import check_column
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.values import is_type


class TableColumnTypeArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `TableColumnType`."""

    column: Annotated[str | int, doc("Header text, or number of the column from 1.")]
    type: Annotated[
        Literal["integer", "number", "percent", "date", "boolean", "text"],
        doc("`number` allows separators, currency and a unit; `date` is YYYY-MM-DD; `text` has a letter."),
    ]


class TableColumnType(Metric[TableColumnTypeArgs]):
    """Every cell of the column must be of the type."""

    name = "table_column_type"
    summary = "Every cell of a column is a whole number, number, percentage, date, yes/no or text."
    Args = TableColumnTypeArgs
    passes = Example("|n|\n|-|\n|1,000.5|\n|−3|", {"column": "n", "type": "number"})
    fails = Example("|n|\n|-|\n|12|\n|about 3|", {"column": 1, "type": "number"})

    def score(self, scope: Scope, args: TableColumnTypeArgs) -> Result:
        """Read cell after cell."""
        return check_column(
            scope, args.column, lambda cell: is_type(cell, args.type), f"is of type {args.type}"
        )
