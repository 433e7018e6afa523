"""Whether tables have empty cells."""

from __future__ import annotations

from inst_trans_env.lift.document.leaves import is_visible
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.tables import tables


class TableNoEmptyCells(Metric[Arguments]):
    """A table needs a row below its header; a short row has empty cells."""

    name = "table_no_empty_cells"
    summary = "No table has an empty cell."
    Args = Arguments
    passes = Example("|a|b|\n|-|-|\n|1|2|", {})
    fails = Example("|a|b|\n|-|-|\n|1|<!-- 2 -->|", {})

    def score(self, scope: Scope, args: Arguments) -> Result:
        """Look at every cell."""
        found = tables(scope)
        if not any(table.rows for table in found):
            return Result(0.0, "there is no table with rows")
        for table in found:
            for number, row in enumerate(table.rows, 1):
                if len(row) < table.width or not all(map(is_visible, row)):
                    return Result(0.0, f"row {number} has an empty cell")
        return decide(True, "no cell is empty")
