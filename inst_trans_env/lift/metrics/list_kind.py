"""Whether lists are bulleted or numbered."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.lists import lists
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, doc
from inst_trans_env.lift.scope import Scope


class ListKindArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `ListKind`."""

    kind: Annotated[Literal["bullet", "ordered"], doc("The only kind allowed.")]


class ListKind(Metric[ListKindArgs]):
    """Looks at every list that is not nested."""

    name = "list_kind"
    summary = "There is a list, and every top-level list is of one kind."
    Args = ListKindArgs
    passes = Example("1. a\n   - b\n2. c", {"kind": "ordered"})
    fails = Example("1\\. a\n2\\. b", {"kind": "ordered"})

    def score(self, scope: Scope, args: ListKindArgs) -> Result:
        """Compare kinds."""
        kinds = [found.kind for found in lists(scope) if found.depth == 1]
        if not kinds:
            return Result(0.0, "there is no list")
        return decide(set(kinds) == {args.kind}, f"lists are: {', '.join(sorted(set(kinds)))}")
