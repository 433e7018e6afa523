"""CSV in code blocks."""

from __future__ import annotations

import csv
import io
from typing import Annotated, ClassVar

import msgspec

from inst_trans_env.lift.code_blocks import code_blocks
from inst_trans_env.lift.metrics.base import Bounds, Example, Metric, Result, Text, bounded, doc, listed
from inst_trans_env.lift.scope import Scope


class CsvSchemaArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `CsvSchema`; the bounds are on the rows below the header."""

    may_be_open: ClassVar[bool] = True

    columns: Annotated[tuple[Text, ...], doc("Header of the columns, in order; empty = any.")] = ()
    delimiter: Annotated[Annotated[str, msgspec.Meta(min_length=1, max_length=1)], doc("One sign.")] = ","
    allow_empty: Annotated[bool, doc("Whether fields may be empty.")] = True


class CsvSchema(Metric[CsvSchemaArgs]):
    """Looks at blocks tagged ``csv`` or, when there are none, untagged; a bare scope that is CSV will do."""

    name = "csv_schema"
    summary = "There is a block of CSV whose rows all have as many fields as its header."
    Args = CsvSchemaArgs
    passes = Example('```csv\nname,age\n"Lee, Ann",3\n```', {"columns": ["name", "age"], "lower_bound": 1})
    fails = Example("```csv\nname,age\nLee, Ann,3\n```", {"columns": ["name", "age"]})

    def score(self, scope: Scope, args: CsvSchemaArgs) -> Result:
        """Read block after block."""
        blocks = code_blocks(scope)
        tagged = [block.text for block in blocks if block.language == "csv"]
        texts = tagged or [block.text for block in blocks if not block.language] or [scope.text]
        for text in texts:
            result = _check(text, args)
            if not result.passed:
                return result
        return Result(1.0, f"{len(texts)} valid")


def _check(text: str, args: CsvSchemaArgs) -> Result:
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=args.delimiter, strict=True) if row]
    except csv.Error as error:
        return Result(0.0, f"not valid CSV: {error}")
    if len(rows) < 2:
        return Result(0.0, "there are no rows below a header")
    header = tuple(name.strip() for name in rows[0])
    if args.columns and header != args.columns:
        return Result(0.0, f"the columns are {listed(header, 12)}")
    for number, row in enumerate(rows[1:], 1):
        if len(row) != len(header):
            return Result(0.0, f"row {number} has {len(row)} fields, the header {len(header)}")
        if not args.allow_empty and not all(field.strip() for field in row):
            return Result(0.0, f"row {number} has an empty field")
    return bounded(len(rows) - 1, args, "rows")
