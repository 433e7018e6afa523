"""What table cells look like."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Text, doc
from inst_trans_env.lift.metrics.columns import check_column
from inst_trans_env.lift.scope import Scope
from inst_trans_env.text.patterns import compile_pattern, matches_whole


class TableCellPatternArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `TableCellPattern`."""

    column: Annotated[str | int, doc("Header text, or number of the column from 1.")]
    pattern: Annotated[Text, doc("RE2 pattern of a whole cell.")]

    def __post_init__(self) -> None:
        """Refuse what is no pattern."""
        compile_pattern(self.pattern)


class TableCellPattern(Metric[TableCellPatternArgs]):
    """Every cell of the column must match."""

    name = "table_cell_pattern"
    summary = "Every cell of a column matches a pattern."
    Args = TableCellPatternArgs
    passes = Example("|id|\n|-|\n|A1|\n|B22|", {"column": "ID", "pattern": "[A-Z][0-9]+"})
    fails = Example("|id|\n|-|\n|A1|\n|B22x|", {"column": "ID", "pattern": "[A-Z][0-9]+"})

    def score(self, scope: Scope, args: TableCellPatternArgs) -> Result:
        """Match cell after cell."""
        pattern = compile_pattern(args.pattern)
        return check_column(scope, args.column, lambda cell: matches_whole(pattern, cell), "matches")
