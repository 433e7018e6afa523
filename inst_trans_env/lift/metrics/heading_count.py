"""How many headings there are."""

from __future__ import annotations

from typing import Annotated

import msgspec

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example, doc
from inst_trans_env.lift.scope import Scope


class HeadingCountArgs(Bounds, frozen=True, kw_only=True):
    """Arguments of `HeadingCount`."""

    level: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=6)] | None, doc("Count only this level, 1 to 6; null = all.")
    ] = None


class HeadingCount(CountMetric[HeadingCountArgs]):
    """The section's own heading counts; headings in quotes and list items do not."""

    name = "heading_count"
    summary = "There is a number of headings, the section's own among them."
    Args = HeadingCountArgs
    passes = Example("# T\n\n## A\n\nTitle\n---\n\n", {"level": 2, "lower_bound": 2, "upper_bound": 2})
    fails = Example("```bash\n# x\n```\n\n#NoSpace\n\n**Bold**\n\n> # q", {"lower_bound": 1})
    noun = "headings"

    def count(self, scope: Scope, args: HeadingCountArgs) -> int:
        """Count headings of the wanted level."""
        return sum(args.level in (None, heading.level) for heading in scope.headings)
