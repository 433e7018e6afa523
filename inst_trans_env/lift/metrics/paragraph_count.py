"""How many paragraphs an element has."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import Bounds, Example, Metric, Result, bounded, doc, lacking, silent
from inst_trans_env.lift.scope import Scope


class ParagraphCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `ParagraphCount`."""

    each: Annotated[
        Literal["section"] | None, doc("Check every section directly below, of which there must be one.")
    ] = None


class ParagraphCount(Metric[ParagraphCountArgs]):
    """Counts paragraphs that stand in the section itself: not those in lists, quotes and tables."""

    name = "paragraph_count"
    summary = "The element, or each of its sections, has a number of paragraphs."
    Args = ParagraphCountArgs
    passes = Example("# T\n\nOne\nstill one.\n\nTwo.\n\n- item", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("# T\n\nOne  \nstill one.\n\n> quoted", {"lower_bound": 2})

    def score(self, scope: Scope, args: ParagraphCountArgs) -> Result:
        """Count paragraphs with visible text."""
        if args.each is None:
            return self._counted(scope, args)
        parts = scope.sections
        for number, part in enumerate(parts, 1):
            result = self._counted(part, args)
            if not result.passed:
                return Result(0.0, f"section {number} of {len(parts)}: {result.reason}")
        return (
            Result(1.0, f"holds for {len(parts)} sections")
            if parts
            else Result(0.0, "there is no section below")
        )

    def _counted(self, scope: Scope, args: ParagraphCountArgs) -> Result:
        return (lacking(scope) if args.low else silent(scope)) or bounded(
            len(scope.paragraphs), args, "paragraphs"
        )
