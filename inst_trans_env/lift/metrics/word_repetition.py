"""How often words, or runs of words, are repeated."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import msgspec

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Each, Example, Positive, Result, TextMetric, decide, doc
from inst_trans_env.lift.scope import TextView


class WordRepetitionArgs(Each, frozen=True, kw_only=True):
    """Arguments of `WordRepetition`."""

    upper_bound: Annotated[Positive, doc("How often any one word, or run of words, may occur.")]
    length: Annotated[Annotated[int, msgspec.Meta(ge=1, le=20)], doc("Words in a run; 1 = single words.")] = 1
    min_letters: Annotated[Positive, doc("Leave out words shorter than this.")] = 1


class WordRepetition(TextMetric[WordRepetitionArgs]):
    """Case does not count."""

    name = "word_repetition"
    summary = "No word, or run of words, occurs more often than allowed."
    Args = WordRepetitionArgs
    passes = Example("The rain and the snow.", {"upper_bound": 1, "min_letters": 4})
    fails = Example("Rain and more RAIN.", {"upper_bound": 1})

    def needs_words(self, args: WordRepetitionArgs) -> bool:
        """Return True: headings do not make up for a body of signs."""
        return True

    def check(self, view: TextView, args: WordRepetitionArgs) -> Result:
        """Count in the visible text."""
        words = [fold(word) for word in view.words if len(word) >= args.min_letters]
        runs = Counter(zip(*(words[shift:] for shift in range(args.length)), strict=False))
        if not runs:
            return Result(0.0, "there are too few words")
        run, count = runs.most_common(1)[0]
        return decide(count <= args.upper_bound, f"“{' '.join(run)[:60]}” occurs {count} times")
