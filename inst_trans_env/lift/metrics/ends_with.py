"""How a text ends."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.lexical import ends_with
from inst_trans_env.lift.metrics.base import Each, Example, Result, TextMetric, Texts, decide, doc, listed
from inst_trans_env.lift.scope import TextView, alike, fold


class EndsWithArgs(Each, frozen=True, kw_only=True):
    """Arguments of `EndsWith`."""

    phrases: Annotated[Texts, doc("Words, phrases or signs, one of which must stand there.")]
    case_sensitive: Annotated[bool, doc("Whether case counts.")] = False


class EndsWith(TextMetric[EndsWithArgs]):
    """Looks at the visible text, white space around it left out."""

    name = "ends_with"
    summary = "The text, or each part of it, ends with one of the given phrases."
    Args = EndsWithArgs
    passes = Example("Rain, the end.\n\nSnow, **the end.**", {"phrases": ["the end."], "each": "paragraph"})
    fails = Example("We lend", {"phrases": ["end"]})

    def check(self, view: TextView, args: EndsWithArgs) -> Result:
        """Compare whole words."""
        text = (alike(view.text) if args.case_sensitive else view.folded).strip()
        phrases = [alike(phrase) if args.case_sensitive else fold(phrase) for phrase in args.phrases]
        found = any(ends_with(text, phrase.strip()) for phrase in phrases)
        return decide(found, f"ends with {'' if found else 'none of '}{listed(args.phrases)}")
