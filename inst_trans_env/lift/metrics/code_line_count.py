"""How long code blocks are."""

from __future__ import annotations

from typing import Annotated, ClassVar

from inst_trans_env.lift.code_blocks import code_blocks
from inst_trans_env.lift.metrics.base import Bounds, Example, Metric, Positive, Result, bounded, doc
from inst_trans_env.lift.scope import Scope


class CodeLineCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `CodeLineCount`."""

    may_be_open: ClassVar[bool] = True

    max_line_length: Annotated[Positive | None, doc("Longest line allowed, in code points.")] = None


class CodeLineCount(Metric[CodeLineCountArgs]):
    """Every code block must meet the bounds; blank lines do not count."""

    name = "code_line_count"
    summary = "Every code block has a number of lines, none of them too long."
    Args = CodeLineCountArgs
    passes = Example("```\na\n\nb\n```", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("```\na\nb\nc\n```", {"upper_bound": 2})

    def score(self, scope: Scope, args: CodeLineCountArgs) -> Result:
        """Count block after block."""
        blocks = code_blocks(scope)
        for block in blocks:
            lines = [line for line in block.text.split("\n") if line.strip()]
            result = bounded(len(lines), args, "lines of code")
            if not lines or not result.passed:
                return Result(0.0, result.reason if lines else "a code block is empty")
            if args.max_line_length is not None and (longest := max(map(len, lines))) > args.max_line_length:
                return Result(0.0, f"a line has {longest} characters, wanted at most {args.max_line_length}")
        return (
            Result(1.0, f"holds for {len(blocks)} blocks")
            if blocks
            else Result(0.0, "there is no code block")
        )
