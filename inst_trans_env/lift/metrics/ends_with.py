"""How a text ends."""

from __future__ import annotations

from inst_trans_env.lift.lexical import Finder
from inst_trans_env.lift.metrics.base import Example
from inst_trans_env.lift.metrics.edge import Edge


class EndsWith(Edge):
    """Looks at the visible text, white space around it left out."""

    name = "ends_with"
    summary = "The text, or each part of it, ends with one of the given phrases."
    verb = "ends"
    passes = Example("Rain, the end.\n\nSnow, **the end.**", {"phrases": ["the end."], "each": "paragraph"})
    fails = Example("We lend", {"phrases": ["end"]})

    def holds(self, finder: Finder, phrase: str) -> bool:
        """Compare whole words."""
        return finder.ends_with(phrase)
