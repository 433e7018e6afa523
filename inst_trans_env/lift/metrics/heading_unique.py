"""Whether headings repeat."""

from __future__ import annotations

from collections import Counter

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, decide, silent
from inst_trans_env.lift.scope import Scope


class HeadingUnique(Metric[Arguments]):
    """Case does not count."""

    name = "heading_unique"
    summary = "There are headings, and no two have the same text."
    Args = Arguments
    passes = Example("# A\n\n## B\n\nText.", {})
    fails = Example("# A\n\n## B\n\n## b", {})

    def score(self, scope: Scope, args: Arguments) -> Result:
        """Count each text."""
        if (result := silent(scope)) is not None:
            return result
        texts = Counter(fold(heading.text) for heading in scope.headings)
        if not texts:
            return Result(0.0, "there is no heading")
        text, count = texts.most_common(1)[0]
        return decide(count == 1, f"“{text[:60]}” stands {count} times")
