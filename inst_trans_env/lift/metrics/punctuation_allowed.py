"""The only signs that may occur."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, decide, doc
from inst_trans_env.lift.punctuation import is_punctuation, variants
from inst_trans_env.lift.scope import TextView


class PunctuationAllowedArgs(Each, frozen=True, kw_only=True):
    """Arguments of `PunctuationAllowed`."""

    characters: Annotated[str, doc("The allowed signs, one after the other; empty = none at all.")]


class PunctuationAllowed(TextMetric[PunctuationAllowedArgs]):
    """Full-width and local forms of an allowed sign are allowed; a sign in a number (`1,000`) counts as any other."""

    name = "punctuation_allowed"
    summary = "No other punctuation than the given signs occurs."
    Args = PunctuationAllowedArgs
    passes = Example("Rain, snow, and 雨、雪.", {"characters": ",."})
    fails = Example("Rain; snow.", {"characters": ",."})

    def needs_words(self, args: PunctuationAllowedArgs) -> bool:
        """Return True: it only forbids."""
        return True

    def check(self, view: TextView, args: PunctuationAllowedArgs) -> Result:
        """Look at each sign of the visible text."""
        allowed = variants(args.characters)
        found = sorted({char for char in set(view.text) if is_punctuation(char)} - allowed)
        return decide(not found, f"it has {' '.join(found[:10])}" if found else "only allowed signs occur")
