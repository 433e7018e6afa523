"""Which language a text is written in."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.language import LANGUAGES, is_language
from inst_trans_env.lift.metrics.base import Each, Example, Result, Text, TextMetric, decide, doc
from inst_trans_env.lift.scope import TextView


class TextLanguageArgs(Each, frozen=True, kw_only=True):
    """Arguments of `TextLanguage`."""

    language: Annotated[
        Text, doc("BCP-47 tag; the script of `zh-Hant`, `sr-Latn` and the like is checked too.")
    ]

    def __post_init__(self) -> None:
        """Refuse a language that is not known."""
        primary = self.language.split("-")[0].lower()
        if primary not in LANGUAGES:
            raise ValueError(
                f"language {self.language!r} cannot be told; known: {', '.join(sorted(LANGUAGES))}"
            )


class TextLanguage(TextMetric[TextLanguageArgs]):
    """Code, tables and addresses are left out; a text without letters is in no language."""

    name = "text_language"
    summary = "The text, or each part of it, is written in a language."
    Args = TextLanguageArgs
    passes = Example("Il pleut souvent en automne.\n\n```\nprint('it rains')\n```", {"language": "fr"})
    fails = Example("It often rains in autumn.", {"language": "fr"})

    def needs_words(self, args: TextLanguageArgs) -> bool:
        """Return True: headings do not make up for a body of signs."""
        return True

    def check(self, view: TextView, args: TextLanguageArgs) -> Result:
        """Identify the language of the prose."""
        return decide(*is_language(view.running, args.language))
