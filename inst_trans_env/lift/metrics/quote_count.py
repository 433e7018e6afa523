"""How many block quotes there are."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class QuoteCount(CountMetric[Bounds]):
    """Quotes within quotes count too."""

    name = "quote_count"
    summary = "There is a number of block quotes."
    Args = Bounds
    passes = Example("> a\n> b\n\ntext\n\n> c", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("“a” \\> b", {"lower_bound": 1})
    noun = "block quotes"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count elements."""
        return sum(map(scope.shows, scope.find("blockquote")))
