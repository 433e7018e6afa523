"""How many placeholders in square brackets a text has."""

from __future__ import annotations

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.patterns import compile_pattern, matches

_PLACEHOLDER = r"\[[^\[\]\n]*\pL[^\[\]\n]*\]"
_LIMIT = 20_000


class PlaceholderCount(TextMetric[EachBounds]):
    """A placeholder holds a letter, so ``[1]`` is none; nor is a link, which is rendered."""

    name = "placeholder_count"
    summary = "There is a number of placeholders such as [name]."
    Args = EachBounds
    passes = Example("Dear [name], see you on [date].", {"lower_bound": 2, "upper_bound": 2})
    fails = Example("Dear [Ann](mailto:a@b.c), see [1].", {"lower_bound": 1})

    def check(self, view: TextView, args: EachBounds) -> Result:
        """Count in the visible text."""
        return bounded(len(matches(compile_pattern(_PLACEHOLDER), view.text, _LIMIT)), args, "placeholders")
