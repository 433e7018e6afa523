"""Whether list items begin alike."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.document import Node
from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.lists import items
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, doc
from inst_trans_env.lift.scope import Scope
from inst_trans_env.text.segment import words


class ListParallelStartArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `ListParallelStart`."""

    by: Annotated[
        Literal["word", "capital", "lowercase", "bold", "digit"],
        doc("What all items share: the first word; a first letter of that case; bold text; a digit."),
    ]


class ListParallelStart(Metric[ListParallelStartArgs]):
    """Looks at the items of the outermost lists, of which there must be two."""

    name = "list_parallel_start"
    summary = "All top-level list items begin alike: same word, same case, bold, or a digit."
    Args = ListParallelStartArgs
    passes = Example("- **Rain** falls\n- **Snow** melts", {"by": "bold"})
    fails = Example("- **Rain** falls\n- Snow **melts**", {"by": "bold"})

    def score(self, scope: Scope, args: ListParallelStartArgs) -> Result:
        """Compare how the items begin."""
        found = [item for item in items(scope) if item.depth == 1]
        if len(found) < 2:
            return Result(0.0, f"{len(found)} list items, too few to compare")
        if args.by == "word":
            firsts = {fold("".join(words(item.text)[:1])) for item in found}
            return decide(len(firsts) == 1 and "" not in firsts, f"{len(firsts)} different first words")
        odd = [
            str(number) for number, item in enumerate(found, 1) if not _begins(item.node, item.text, args.by)
        ]
        return decide(
            not odd, f"items {', '.join(odd[:8])} begin otherwise" if odd else "all items begin alike"
        )


def _begins(node: Node, text: str, by: str) -> bool:
    if by == "bold":
        return _first_is_bold(node)
    first = text[:1]
    return {
        "capital": first.isupper() or first.istitle(),
        "lowercase": first.islower(),
        "digit": first.isdigit(),
    }[by]


def _first_is_bold(node: Node) -> bool:
    for child in node.children:
        if isinstance(child, str):
            if child.strip():
                return False
        elif child.tag != "task":
            return child.tag == "strong" or (child.tag in {"p", "em"} and _first_is_bold(child))
    return False
