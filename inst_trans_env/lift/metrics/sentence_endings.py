"""How sentences end."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import Each, Example, Result, Text, TextMetric, decide, doc
from inst_trans_env.lift.punctuation import variants
from inst_trans_env.lift.scope import TextView

_CLOSING = "\"'”’»›」』）)]*_ "


class SentenceEndingsArgs(Each, frozen=True, kw_only=True):
    """Arguments of `SentenceEndings`."""

    characters: Annotated[Text, doc("Signs that may end a sentence, one after the other, e.g. `.?`.")]


class SentenceEndings(TextMetric[SentenceEndingsArgs]):
    """Quotes and brackets that close after the sign are looked past; full-width forms count."""

    name = "sentence_endings"
    summary = "Every sentence ends with one of the given signs."
    Args = SentenceEndingsArgs
    passes = Example("Is it? It is. “So be it.”", {"characters": ".?"})
    fails = Example("Is it? It is!", {"characters": ".?"})

    def needs_words(self, args: SentenceEndingsArgs) -> bool:
        """Return True: headings do not make up for a body of signs."""
        return True

    def check(self, view: TextView, args: SentenceEndingsArgs) -> Result:
        """Look at the last sign of every sentence."""
        allowed = tuple(variants(args.characters))
        odd = [text for text in view.sentences if not text.rstrip(_CLOSING).endswith(allowed)]
        if not view.sentences:
            return Result(0.0, "there are no sentences")
        return decide(
            not odd, f"“…{odd[0][-40:]}” ends otherwise" if odd else "every sentence ends as wanted"
        )
