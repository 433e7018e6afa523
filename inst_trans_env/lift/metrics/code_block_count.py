"""How many code blocks there are."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.code_blocks import canonical, code_blocks
from inst_trans_env.lift.document.leaves import is_visible
from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, Text, doc
from inst_trans_env.lift.scope import Scope


class CodeBlockCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `CodeBlockCount`."""

    language: Annotated[Text | None, doc("Count only blocks with this language tag (`py` is `python`).")] = (
        None
    )


class CodeBlockCount(CountMetric[CodeBlockCountArgs]):
    """Counts fenced and indented blocks; code in a line does not count."""

    name = "code_block_count"
    summary = "There is a number of code blocks."
    Args = CodeBlockCountArgs
    passes = Example("```py\nx = 1\n```\n\ntext", {"language": "python", "lower_bound": 1, "upper_bound": 1})
    fails = Example("`x = 1` and ``y``", {"lower_bound": 1})
    noun = "code blocks"

    def count(self, scope: Scope, args: CodeBlockCountArgs) -> int:
        """Count blocks of the wanted language."""
        wanted = None if args.language is None else canonical(args.language)
        return sum(
            wanted in (None, block.language) and is_visible(block.text) for block in code_blocks(scope)
        )
