"""How a text starts."""

from __future__ import annotations

from inst_trans_env.lift.lexical import Finder
from inst_trans_env.lift.metrics.base import Example
from inst_trans_env.lift.metrics.edge import Edge


class StartsWith(Edge):
    """Looks at the visible text, white space around it left out."""

    name = "starts_with"
    summary = "The text, or each part of it, starts with one of the given phrases."
    verb = "starts"
    passes = Example("In short, rain.\n\nIn *short*, snow.", {"phrases": ["In short"], "each": "paragraph"})
    fails = Example("In shorts we ran.", {"phrases": ["In short"]})

    def holds(self, finder: Finder, phrase: str) -> bool:
        """Compare whole words."""
        return finder.starts_with(phrase)
