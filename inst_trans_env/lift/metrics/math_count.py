"""How many formulas there are."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from inst_trans_env.lift.document import Node
from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope

_ESCAPED = {
    "inline": re.compile(r"\\\([^\n]{1,2000}?\\\)"),
    "block": re.compile(r"\\\[.{1,4000}?\\\]", re.DOTALL),
}
_MATHS = re.compile(r"[A-Za-z\\=+*/^_<>×÷±√∑∫≤≥−-]")


class MathCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `MathCount`."""

    display: Annotated[
        Literal["any", "inline", "block"], doc("Which formulas count: in a line, set off.")
    ] = "any"


class MathCount(CountMetric[MathCountArgs]):
    r"""Counts ``$…$``, ``$$…$$``, ``\(…\)`` and ``\[…\]`` outside code; an amount of money is no formula."""

    name = "math_count"
    summary = "There is a number of formulas in TeX, in a line or set off."
    Args = MathCountArgs
    passes = Example("So $x^2$ and\n\n$$y = x$$", {"display": "block", "lower_bound": 1, "upper_bound": 1})
    fails = Example("From $5 to $10, `$x$`", {"lower_bound": 1})
    noun = "formulas"

    def count(self, scope: Scope, args: MathCountArgs) -> int:
        """Count formulas of the wanted kind."""
        kinds = ("inline", "block") if args.display == "any" else (args.display,)
        dollars = [
            node for node in scope.find("math") if node.attrs["display"] in kinds and _is_formula(node)
        ]
        sources = [scope.document.source.slice(node.start, node.end) for node in scope.find("p", "li", "td")]
        return len(dollars) + sum(len(_ESCAPED[kind].findall(text)) for kind in kinds for text in sources)


def _is_formula(node: Node) -> bool:
    text = "".join(child for child in node.children if isinstance(child, str))
    return bool(_MATHS.search(text)) or node.attrs["display"] == "block" or len(text.strip()) == 1
