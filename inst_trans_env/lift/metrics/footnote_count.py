"""How many footnotes there are."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import Bounds, CountMetric, Example
from inst_trans_env.lift.scope import Scope


class FootnoteCount(CountMetric[Bounds]):
    """A footnote is a mark in the scope whose note stands somewhere in the document."""

    name = "footnote_count"
    summary = "There is a number of footnotes: marks with a note of their own."
    Args = Bounds
    passes = Example("Rain.[^a] Snow.[^a]\n\n[^a]: Falls.", {"lower_bound": 1, "upper_bound": 1})
    fails = Example("Rain.[^a] Snow.[1]", {"lower_bound": 1})
    noun = "footnotes"

    def count(self, scope: Scope, args: Bounds) -> int:
        """Count different labels that are both marked and written out."""
        notes = {node.attrs["label"] for node in scope.document.root.walk() if node.tag == "footnote"}
        return len({node.attrs["label"] for node in scope.find("footnote-ref")} & notes)
