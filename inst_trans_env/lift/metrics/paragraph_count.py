"""How many paragraphs an element has."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class ParagraphCount(CountMetric[Bounds]):
    """Counts paragraphs that stand in the section itself: not those in lists, quotes and tables."""

    name = "paragraph_count"
    summary = "The element has a number of paragraphs, lists, quotes and tables left out."
    Args = Bounds
    passes = Example("# T\n\nOne\nstill one.\n\nTwo.\n\n- item", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("# T\n\nOne  \nstill one.\n\n> quoted", {"lower_bound": 2})
    noun = "paragraphs"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count paragraphs with visible text."""
        return len(scope.paragraphs)
