"""A phrase at a given place."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.folding import fold
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Text, decide, doc, lacking
from inst_trans_env.lift.scope import Scope
from inst_trans_env.text.segment import words


class PhrasePositionArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `PhrasePosition`."""

    phrase: Annotated[Text, doc("The word or phrase; case does not count.")]
    unit: Annotated[Literal["word", "sentence", "paragraph", "line", "item"], doc("What `index` counts.")]
    index: Annotated[int, doc("Which one: 1 is the first, -1 the last.")]

    def __post_init__(self) -> None:
        """Refuse 0, which is no place."""
        if self.index == 0:
            raise ValueError("index is 1 for the first or -1 for the last, never 0")


class PhrasePosition(Metric[PhrasePositionArgs]):
    """Looks into one unit; for words, the phrase must begin at that word (or, from the end, end there)."""

    name = "phrase_position"
    summary = "A phrase stands at a given word, or in a given sentence, paragraph, line or item."
    Args = PhrasePositionArgs
    passes = Example("One here. Two hold the key.", {"phrase": "the key", "unit": "sentence", "index": 2})
    fails = Example("One has the key. Two here.", {"phrase": "the key", "unit": "sentence", "index": 2})

    def score(self, scope: Scope, args: PhrasePositionArgs) -> Result:
        """Take the unit at the index and look for the phrase."""
        if (result := lacking(scope)) is not None:
            return result
        if args.unit == "word":
            return self._at_word(scope, args)
        parts = scope.units(args.unit)
        if abs(args.index) > len(parts):
            return Result(0.0, f"there are {len(parts)} of unit {args.unit}, none at {args.index}")
        part = parts[args.index - 1 if args.index > 0 else args.index]
        found = bool(part.terms.count(args.phrase, limit=1))
        return decide(found, f"{args.unit} {args.index} {'holds' if found else 'lacks'} “{args.phrase}”")

    def _at_word(self, scope: Scope, args: PhrasePositionArgs) -> Result:
        wanted = [fold(word) for word in words(args.phrase)]
        start = args.index - 1 if args.index > 0 else len(scope.words) + args.index + 1 - len(wanted)
        found = [fold(word) for word in scope.words[start : start + len(wanted)]] if start >= 0 else []
        return decide(bool(wanted) and found == wanted, f"at word {args.index} stands “{' '.join(found)}”")
