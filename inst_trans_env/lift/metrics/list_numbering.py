"""How numbered lists are numbered."""

from __future__ import annotations

import re
from typing import Annotated

from inst_trans_env.lift.lists import lists
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, NonNegative, Result, decide, doc
from inst_trans_env.lift.scope import Scope

_NUMBER = re.compile(r"[\s>]*+(\d{1,9})[.)]")


class ListNumberingArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `ListNumbering`."""

    start: Annotated[NonNegative, doc("The first number.")] = 1
    step: Annotated[int, doc("The difference from one item to the next.")] = 1


class ListNumbering(Metric[ListNumberingArgs]):
    """Looks at the numbers as written, not at those that a browser would show."""

    name = "list_numbering"
    summary = "Every top-level numbered list is numbered in steps as written."
    Args = ListNumberingArgs
    passes = Example("1. a\n2. b\n3. c", {})
    fails = Example("1. a\n1. b\n1. c", {})

    def score(self, scope: Scope, args: ListNumberingArgs) -> Result:
        """Compare the written numbers of every list."""
        ordered = [found for found in lists(scope) if found.depth == 1 and found.kind == "ordered"]
        for found in ordered:
            numbers = [_number(scope, item.start, item.end) for item in found.node.elements()]
            wanted = [args.start + args.step * place for place in range(len(numbers))]
            if numbers != wanted:
                return Result(0.0, f"numbered {numbers[:8]}, wanted {wanted[:8]}")
        return decide(bool(ordered), "numbered as wanted" if ordered else "there is no numbered list")


def _number(scope: Scope, start: int, end: int) -> int | None:
    match = _NUMBER.match(scope.document.source.slice(start, min(start + 40, end)))
    return int(match[1]) if match else None
