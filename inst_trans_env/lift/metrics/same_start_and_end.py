"""Texts that end as they begin."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Each, Example, Positive, Result, TextMetric, decide, doc
from inst_trans_env.lift.scope import TextView


class SameStartAndEndArgs(Each, frozen=True, kw_only=True):
    """Arguments of `SameStartAndEnd`."""

    words: Annotated[Positive, doc("How many words at both ends must be the same.")] = 1


class SameStartAndEnd(TextMetric[SameStartAndEndArgs]):
    """The words must not overlap; case and punctuation do not count."""

    name = "same_start_and_end"
    summary = "The text, or each part of it, ends with the words that it begins with."
    Args = SameStartAndEndArgs
    passes = Example("Rain falls, again rain.", {})
    fails = Example("Rain falls, again snow.", {})

    def check(self, view: TextView, args: SameStartAndEndArgs) -> Result:
        """Compare words."""
        first = [fold(word) for word in view.words[: args.words]]
        last = [fold(word) for word in view.words[-args.words :]]
        if len(view.words) < 2 * args.words:
            return Result(0.0, f"{len(view.words)} words, too few to compare")
        return decide(first == last, f"begins “{' '.join(first)}”, ends “{' '.join(last)}”")
