"""What table headers say."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Texts, decide, doc, listed
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.tables import tables


class TableHeadersArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `TableHeaders`."""

    headers: Annotated[Texts, doc("Header texts; case does not count.")]
    mode: Annotated[
        Literal["exact", "any_order", "contains"],
        doc("`exact`: these, in this order; `any_order`: these; `contains`: these among others."),
    ] = "exact"


class TableHeaders(Metric[TableHeadersArgs]):
    """Every table of the scope must have the headers."""

    name = "table_headers"
    summary = "Every table has the given column headers."
    Args = TableHeadersArgs
    passes = Example("|Name|**Age**|\n|-|-|\n|Ann|3|", {"headers": ["name", "age"]})
    fails = Example("|Age|Name|\n|-|-|\n|3|Ann|", {"headers": ["name", "age"]})

    def score(self, scope: Scope, args: TableHeadersArgs) -> Result:
        """Compare the header rows."""
        wanted = [fold(header.strip()) for header in args.headers]
        found = tables(scope)
        for table in found:
            headers = [fold(header) for header in table.headers]
            if not _agree(headers, wanted, args.mode):
                return Result(0.0, f"headers are {listed(table.headers, 12) or 'missing'}")
        return decide(bool(found), "the headers are right" if found else "there is no table")


def _agree(headers: list[str], wanted: list[str], mode: str) -> bool:
    if mode == "exact":
        return headers == wanted
    return sorted(headers) == sorted(wanted) if mode == "any_order" else set(wanted) <= set(headers)
