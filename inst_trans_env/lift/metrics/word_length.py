"""How long words are."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, bounded, doc
from inst_trans_env.lift.scope import TextView


class WordLengthArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `WordLength`."""

    statistic: Annotated[
        Literal["every", "mean"], doc("`every`: the bounds hold for each word; `mean`: for the mean.")
    ] = "every"


class WordLength(TextMetric[WordLengthArgs]):
    """Counts letters and digits of a word; words made of digits alone are left out."""

    name = "word_length"
    summary = "Every word, or the mean word, has a number of letters."
    Args = WordLengthArgs
    passes = Example("Rain falls down.", {"lower_bound": 4, "upper_bound": 5})
    fails = Example("Rain falls heavily.", {"lower_bound": 4, "upper_bound": 5})

    def needs_words(self, args: WordLengthArgs) -> bool:
        """Return True: headings do not make up for a body of signs."""
        return True

    def check(self, view: TextView, args: WordLengthArgs) -> Result:
        """Measure the words of the visible text."""
        lengths = [sum(map(str.isalnum, word)) for word in view.words if any(map(str.isalpha, word))]
        if not lengths:
            return Result(0.0, "there are no words")
        if args.statistic == "mean":
            return bounded(sum(lengths) / len(lengths), args, "letters in the mean word")
        odd = next((length for length in lengths if not args.low <= length <= args.high), lengths[0])
        return bounded(odd, args, "letters in a word")
