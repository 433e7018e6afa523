"""How many rows and columns tables have."""

from __future__ import annotations

from typing import Annotated, ClassVar

from inst_trans_env.lift.metrics.base import Arguments, Bounds, Example, Metric, Result, bounded, doc
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.tables import tables


class Side(Bounds, frozen=True, kw_only=True):
    """Bounds on one side of a table; the other may be the one that counts."""

    may_be_open: ClassVar[bool] = True


class TableShapeArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `TableShape`."""

    rows: Annotated[Side, doc("Bounds on the rows below the header: `{lower_bound, upper_bound}`.")] = Side()
    columns: Annotated[Side, doc("Bounds on the columns: `{lower_bound, upper_bound}`.")] = Side()


class TableShape(Metric[TableShapeArgs]):
    """Every table of the scope must have the shape."""

    name = "table_shape"
    summary = "Every table has a number of rows (the header left out) and of columns."
    Args = TableShapeArgs
    passes = Example(
        "|a|b|\n|-|-|\n|1|2|\n|3|4|", {"rows": {"lower_bound": 2}, "columns": {"upper_bound": 2}}
    )
    fails = Example("|a|b|\n|-|-|\n|1|2|", {"rows": {"lower_bound": 2}})

    def score(self, scope: Scope, args: TableShapeArgs) -> Result:
        """Check every table."""
        found = tables(scope)
        for table in found:
            for result in (
                bounded(len(table.rows), args.rows, "rows"),
                bounded(table.width, args.columns, "columns"),
            ):
                if not result.passed:
                    return result
        return Result(1.0, "the shape is right") if found else Result(0.0, "there is no table")
