"""Signs that must not occur."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Each, Example, Result, Text, TextMetric, decide, doc
from inst_trans_env.lift.punctuation import variants
from inst_trans_env.lift.scope import TextView


class PunctuationForbiddenArgs(Each, frozen=True, kw_only=True):
    """Arguments of `PunctuationForbidden`."""

    characters: Annotated[Text, doc("The signs, one after the other, e.g. `,;`.")]
    full_width: Annotated[bool, doc("Whether the forms of other scripts (，、،) are forbidden too.")] = True


class PunctuationForbidden(TextMetric[PunctuationForbiddenArgs]):
    """Looks at the visible text, so a sign that only formats does not count; one in a number (`1,000`) does."""

    name = "punctuation_forbidden"
    summary = "Given signs do not occur, in their full-width and local forms either."
    Args = PunctuationForbiddenArgs
    passes = Example("* No stops here\n* Nor here", {"characters": ".*"})
    fails = Example("雨，雪", {"characters": ","})

    def needs_words(self, args: PunctuationForbiddenArgs) -> bool:
        """Return True: it only forbids."""
        return True

    def check(self, view: TextView, args: PunctuationForbiddenArgs) -> Result:
        """Look for each sign."""
        signs = variants(args.characters) if args.full_width else set(args.characters)
        found = sorted(sign for sign in signs if sign in view.text)
        return decide(not found, f"it has {' '.join(found)}" if found else "none of the signs occurs")
