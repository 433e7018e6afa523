"""Symbols in code."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.code_blocks import code_blocks
from inst_trans_env.lift.lexical import holds_symbol
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Texts, decide, doc, listed
from inst_trans_env.lift.scope import Scope


class CodeContainsArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `CodeContains`."""

    symbols: Annotated[Texts, doc("Names or other strings, as written in the code; case counts.")]


class CodeContains(Metric[CodeContainsArgs]):
    """A name inside a longer name does not count."""

    name = "code_contains"
    summary = "The code blocks, taken together, contain all the given symbols."
    Args = CodeContainsArgs
    passes = Example("```\ndef main():\n    run()\n```", {"symbols": ["main", "run()"]})
    fails = Example("```\ndef main2():\n    pass\n```\n\nmain", {"symbols": ["main"]})

    def score(self, scope: Scope, args: CodeContainsArgs) -> Result:
        """Look into the blocks."""
        blocks = code_blocks(scope)
        if not blocks:
            return Result(0.0, "there is no code block")
        code = "\n".join(block.text for block in blocks)
        missing = [name for name in args.symbols if not holds_symbol(code, name)]
        return decide(not missing, f"missing: {listed(missing)}" if missing else "all symbols occur")
