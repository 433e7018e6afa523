"""Whether code is well-formed."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.code_blocks import PARSERS, canonical, code_blocks, parse_failure
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Text, decide, doc
from inst_trans_env.lift.scope import Scope


class CodeParsesArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `CodeParses`."""

    language: Annotated[Text, doc("Language to parse as; blocks tagged with another language are left out.")]

    def __post_init__(self) -> None:
        """Refuse a language without a parser."""
        if canonical(self.language) not in PARSERS:
            raise ValueError(f"no parser for {self.language!r}; available: {', '.join(sorted(PARSERS))}")


class CodeParses(Metric[CodeParsesArgs]):
    """Nothing is run. Blocks without a tag are parsed too."""

    name = "code_parses"
    summary = "There is a code block of a language, and every one is well-formed."
    Args = CodeParsesArgs
    passes = Example("```python\nx = [1]\n```", {"language": "python"})
    fails = Example("```python\nx = [1\n```", {"language": "python"})

    def score(self, scope: Scope, args: CodeParsesArgs) -> Result:
        """Parse block after block."""
        language = canonical(args.language)
        texts = [block.text for block in code_blocks(scope) if block.language in {language, ""}]
        if not any(text.strip() for text in texts):
            return Result(0.0, f"there is no {language} code")
        for number, text in enumerate(texts, 1):
            if (failure := parse_failure(language, text)) is not None:
                return Result(0.0, f"block {number}: {failure}")
        return decide(True, f"{len(texts)} blocks are well-formed")
