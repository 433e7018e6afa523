"""How much code stands in lines of text."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class InlineCodeCount(CountMetric[Bounds]):
    """Code blocks do not count."""

    name = "inline_code_count"
    summary = "There is a number of inline code spans."
    Args = Bounds
    passes = Example("Use `a` and ``b``.", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("Use\n\n```\na\n```", {"lower_bound": 1})
    noun = "inline code spans"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count code elements outside code blocks."""
        blocks = scope.find("pre")
        in_blocks = {id(node) for block in blocks for node in block.walk()}
        return sum(id(node) not in in_blocks and scope.shows(node) for node in scope.find("code"))
