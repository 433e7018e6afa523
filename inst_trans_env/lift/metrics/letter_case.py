"""How a text is capitalised."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.casing import Casing, breach
from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, decide, doc
from inst_trans_env.lift.scope import TextView


class LetterCaseArgs(Each, frozen=True, kw_only=True):
    """Arguments of `LetterCase`."""

    case: Annotated[Casing, doc("`upper`, `lower`, `title` (short words may stay small) or `sentence`.")]


class LetterCase(TextMetric[LetterCaseArgs]):
    """A text in a script without case is in none."""

    name = "letter_case"
    summary = "The text is in capitals, lower case, title case or sentence case."
    Args = LetterCaseArgs
    passes = Example("no capitals here, 2 signs & ok.", {"case": "lower"})
    fails = Example("no Capitals here.", {"case": "lower"})

    def needs_words(self, args: LetterCaseArgs) -> bool:
        """Return True: headings do not make up for a body of signs."""
        return True

    def check(self, view: TextView, args: LetterCaseArgs) -> Result:
        """Look at the visible text."""
        reason = breach(view.text, args.case)
        return decide(reason is None, reason or f"the text is in {args.case} case")
