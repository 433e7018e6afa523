"""Which heading levels are used."""

from __future__ import annotations

from typing import Annotated

import msgspec

from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, doc
from inst_trans_env.lift.scope import Scope

_Levels = Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(min_length=1)]


class HeadingLevelsArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `HeadingLevels`."""

    levels: Annotated[_Levels, doc("Levels 1 to 6 that must all be used.")]
    only: Annotated[bool, doc("Whether no other level may be used.")] = True


class HeadingLevels(Metric[HeadingLevelsArgs]):
    """The section's own heading counts."""

    name = "heading_levels"
    summary = "Headings of all the given levels occur, and of no others."
    Args = HeadingLevelsArgs
    passes = Example("# A\n\n## B\n\n## C", {"levels": [1, 2]})
    fails = Example("# A\n\n### B", {"levels": [1, 2]})

    def score(self, scope: Scope, args: HeadingLevelsArgs) -> Result:
        """Compare sets of levels."""
        found = {heading.level for heading in scope.headings}
        wanted = set(args.levels)
        return decide(
            wanted <= found and not (args.only and found - wanted),
            f"levels used: {', '.join(map(str, sorted(found))) or 'none'}",
        )
