"""Keywords that must occur."""

from __future__ import annotations

from typing import Annotated, Literal

from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, Texts, decide, doc, listed
from inst_trans_env.lift.scope import TextView


class KeywordPresenceArgs(Each, frozen=True, kw_only=True):
    """Arguments of `KeywordPresence`."""

    keywords: Annotated[Texts, doc("Words or phrases; case does not count.")]
    mode: Annotated[Literal["all", "any"], doc("Whether all must occur or one is enough.")] = "all"


class KeywordPresence(TextMetric[KeywordPresenceArgs]):
    """Looks for each keyword as a whole word."""

    name = "keyword_presence"
    summary = "All, or any, of a list of keywords occur."
    Args = KeywordPresenceArgs
    passes = Example("Rain falls, snow melts.", {"keywords": ["rain", "snow"]})
    fails = Example("Rainy days, and snow.", {"keywords": ["rain", "snow"]})

    def check(self, view: TextView, args: KeywordPresenceArgs) -> Result:
        """Look in the visible text."""
        missing = [word for word in args.keywords if not view.terms.count(word, limit=1)]
        if args.mode == "any":
            found = len(missing) < len(args.keywords)
            return decide(
                found, "one of the keywords occurs" if found else f"none of {listed(missing)} occurs"
            )
        return decide(not missing, f"missing: {listed(missing)}" if missing else "all keywords occur")
