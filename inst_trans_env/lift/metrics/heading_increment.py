"""Whether heading levels are skipped."""

from __future__ import annotations

from itertools import pairwise

from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, silent
from inst_trans_env.lift.scope import Scope


class HeadingIncrement(Metric[Arguments]):
    """Going up any number of levels is fine."""

    name = "heading_increment"
    summary = "There are headings, and none skips a level on the way down."
    Args = Arguments
    passes = Example("# A\n\n## B\n\n### C\n\nText.\n\n# D", {})
    fails = Example("# A\n\n### C", {})

    def score(self, scope: Scope, args: Arguments) -> Result:
        """Compare every two neighbours."""
        if (result := silent(scope)) is not None:
            return result
        headings = scope.headings
        for before, heading in pairwise(headings):
            if heading.level > before.level + 1:
                return Result(0.0, f"H{heading.level} “{heading.text[:60]}” follows H{before.level}")
        return decide(bool(headings), "no level is skipped" if headings else "there is no heading")
