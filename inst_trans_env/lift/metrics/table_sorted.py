"""Whether tables are sorted by a column."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from inst_trans_env.lift.collation import Locale, sort_key
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, doc
from inst_trans_env.lift.metrics.columns import columns
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.values import to_number


class TableSortedArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `TableSorted`."""

    column: Annotated[str | int, doc("Header text, or number of the column from 1.")]
    order: Annotated[Literal["ascending", "descending"], doc("Direction; equal neighbours are fine.")] = (
        "ascending"
    )
    by: Annotated[
        Literal["auto", "number", "text"],
        doc("`auto`: by number when every cell is one (dates YYYY-MM-DD sort as text), else by text."),
    ] = "auto"
    locale: Annotated[Locale, doc("Language whose alphabet orders text.")] = "en"


class TableSorted(Metric[TableSortedArgs]):
    """Needs two rows to say anything."""

    name = "table_sorted"
    summary = "Every table is sorted by a column, by number or alphabet."
    Args = TableSortedArgs
    passes = Example("|n|\n|-|\n|9|\n|10|\n|1,000|", {"column": "n"})
    fails = Example("|n|\n|-|\n|10|\n|9|", {"column": "n"})

    def score(self, scope: Scope, args: TableSortedArgs) -> Result:
        """Compare every two neighbours."""
        cells = columns(scope, args.column)
        if isinstance(cells, str):
            return Result(0.0, cells)
        for values in cells:
            if len(values) < 2:
                return Result(0.0, f"{len(values)} rows, too few to be sorted")
            if (wrong := _first_unsorted(values, args)) is not None:
                return Result(0.0, wrong)
        return decide(True, f"sorted, {args.order}")


def _first_unsorted(values: list[str], args: TableSortedArgs) -> str | None:
    numbers = [to_number(value) for value in values]
    known = [number for number in numbers if number is not None]
    if args.by == "number" and len(known) < len(values):
        return "a cell is no number"
    by_number = len(known) == len(values) and args.by != "text"
    keys: list[object] = [*known] if by_number else [sort_key(value, args.locale) for value in values]
    for place, (left, right) in enumerate(pairwise(keys)):
        low, high = (left, right) if args.order == "ascending" else (right, left)
        if high < low:  # type: ignore[operator]
            return f"“{values[place]}” stands before “{values[place + 1]}”"
    return None
