"""The language tags of code blocks."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.code_blocks import canonical, code_blocks
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Texts, decide, doc
from inst_trans_env.lift.scope import Scope


class CodeBlockLanguageArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `CodeBlockLanguage`."""

    languages: Annotated[Texts, doc("Allowed language tags; `py` and `python` are the same.")]


class CodeBlockLanguage(Metric[CodeBlockLanguageArgs]):
    """Looks at the tag only; `code_parses` looks at the code."""

    name = "code_block_language"
    summary = "There is a code block, and every one is tagged with an allowed language."
    Args = CodeBlockLanguageArgs
    passes = Example("```py\nx = 1\n```", {"languages": ["python"]})
    fails = Example("```\nx = 1\n```", {"languages": ["python"]})

    def score(self, scope: Scope, args: CodeBlockLanguageArgs) -> Result:
        """Compare the tags."""
        allowed = {canonical(language) for language in args.languages}
        tags = [block.language for block in code_blocks(scope)]
        odd = sorted({tag or "(none)" for tag in tags if tag not in allowed})
        if not tags:
            return Result(0.0, "there is no code block")
        return decide(not odd, f"tagged {', '.join(odd)}" if odd else "every tag is allowed")
