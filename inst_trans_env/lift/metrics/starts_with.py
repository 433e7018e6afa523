"""How a text starts."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.lexical import starts_with
from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, Texts, decide, doc, listed
from inst_trans_env.lift.scope import TextView, alike, fold


class StartsWithArgs(Each, frozen=True, kw_only=True):
    """Arguments of `StartsWith`."""

    phrases: Annotated[Texts, doc("Words, phrases or signs, one of which must stand there.")]
    case_sensitive: Annotated[bool, doc("Whether case counts.")] = False


class StartsWith(TextMetric[StartsWithArgs]):
    """Looks at the visible text, white space around it left out."""

    name = "starts_with"
    summary = "The text, or each part of it, starts with one of the given phrases."
    Args = StartsWithArgs
    passes = Example("In short, rain.\n\nIn *short*, snow.", {"phrases": ["In short"], "each": "paragraph"})
    fails = Example("In shorts we ran.", {"phrases": ["In short"]})

    def check(self, view: TextView, args: StartsWithArgs) -> Result:
        """Compare whole words."""
        text = (alike(view.text) if args.case_sensitive else view.folded).strip()
        phrases = [alike(phrase) if args.case_sensitive else fold(phrase) for phrase in args.phrases]
        found = any(starts_with(text, phrase.strip()) for phrase in phrases)
        return decide(found, f"starts with {'' if found else 'none of '}{listed(args.phrases)}")
