"""How many formulas there are."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope

_BLOCK = re.compile(r"\$\$(?P<dollars>[^$]++)\$\$|\\\[(?P<brackets>(?:[^\\]|\\(?![\[\]]))++)\\\]")
_INLINE = re.compile(
    r"(?<![\w$])\$(?P<dollars>[^$\s][^$]*+)\$(?![\d$])|\\\((?P<brackets>(?:[^\\\n]|\\(?![()]))++)\\\)"
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_MONEY = re.compile(r"\d[\d.,]*+(?:\s*+(?:[-–—/]|[A-Za-z]{2,}+)\s*+[\d.,]*+)*+")


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
        """Count formulas of the wanted kind in the source without its code."""
        source = _without_code(scope).replace("\\$", "")
        blocks = [
            match for match in _BLOCK.finditer(source) if _is_formula(match["dollars"] or match["brackets"])
        ]
        lines = [
            match
            for match in _INLINE.finditer(_BLOCK.sub(" ", source))
            if _is_formula(match["dollars"] or match["brackets"])
            and not (match["dollars"] or "x")[-1].isspace()
        ]
        return len(blocks) * (args.display != "inline") + len(lines) * (args.display != "block")


def _without_code(scope: Scope) -> str:
    """Return the source of a scope without code blocks, code in lines and its own heading."""
    heading = scope.node.heading
    position = scope.node.start if heading is None else heading.end
    pieces: list[str] = []
    for node in scope.find("pre", "code"):
        if node.start >= position:
            pieces.append(scope.document.source.slice(position, node.start))
            position = node.end
    return " ".join([*pieces, scope.document.source.slice(position, scope.end)])


def _is_formula(text: str) -> bool:
    return bool(text.strip()) and _BLANK_LINE.search(text) is None and _MONEY.fullmatch(text.strip()) is None
