"""Keywords that must not occur."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, Texts, decide, doc, listed
from inst_trans_env.lift.scope import TextView


class KeywordForbiddenArgs(Each, frozen=True, kw_only=True):
    """Arguments of `KeywordForbidden`."""

    keywords: Annotated[Texts, doc("Words or phrases; case does not count.")]


class KeywordForbidden(TextMetric[KeywordForbiddenArgs]):
    """Looks for each keyword as a whole word."""

    name = "keyword_forbidden"
    summary = "None of a list of keywords occurs."
    Args = KeywordForbiddenArgs
    passes = Example("A veryfine day.", {"keywords": ["very", "really"]})
    fails = Example("A VERY fine day.", {"keywords": ["very", "really"]})

    def needs_words(self, args: KeywordForbiddenArgs) -> bool:
        """Return True: it only forbids."""
        return True

    def check(self, view: TextView, args: KeywordForbiddenArgs) -> Result:
        """Look in the visible text."""
        found = [word for word in args.keywords if view.terms.count(word, limit=1)]
        return decide(not found, f"forbidden: {listed(found)}" if found else "no forbidden keyword occurs")
