"""How headings are capitalised."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.casing import Casing, breach
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, doc, silent
from inst_trans_env.lift.scope import Scope


class HeadingCaseArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `HeadingCase`."""

    case: Annotated[Casing, doc("`upper`, `lower`, `title` (short words may stay small) or `sentence`.")]


class HeadingCase(Metric[HeadingCaseArgs]):
    """The section's own heading counts."""

    name = "heading_case"
    summary = "Every heading is in capitals, lower case, title case or sentence case."
    Args = HeadingCaseArgs
    passes = Example("# The State of the Art\n\n## On Iron\n\nText.", {"case": "title"})
    fails = Example("# The State of the art", {"case": "title"})

    def score(self, scope: Scope, args: HeadingCaseArgs) -> Result:
        """Look at heading after heading."""
        if (result := silent(scope)) is not None:
            return result
        if not scope.headings:
            return Result(0.0, "there is no heading")
        for heading in scope.headings:
            if (reason := breach(heading.text, args.case)) is not None:
                return Result(0.0, f"heading “{heading.text[:60]}”: {reason}")
        return Result(1.0, f"{len(scope.headings)} headings in {args.case} case")
