"""How many different terms of a closed list occur."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, Texts, bounded, doc
from inst_trans_env.lift.scope import TextView


class DistinctTermCountArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `DistinctTermCount`."""

    terms: Annotated[Texts, doc("The closed list; case does not count.")]


class DistinctTermCount(TextMetric[DistinctTermCountArgs]):
    """Counts each term of the list once."""

    name = "distinct_term_count"
    summary = "A number of different terms of a closed list occur."
    Args = DistinctTermCountArgs
    passes = Example("Iron and gold.", {"terms": ["iron", "gold", "tin"], "lower_bound": 2})
    fails = Example("Iron, iron and more iron.", {"terms": ["iron", "gold", "tin"], "lower_bound": 2})

    def check(self, view: TextView, args: DistinctTermCountArgs) -> Result:
        """Look in the visible text."""
        terms = {fold(term) for term in args.terms}
        return bounded(sum(view.terms.count(term, limit=1) for term in terms), args, "terms of the list")
