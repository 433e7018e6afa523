"""Sentences for reference documents: plain statements about a topic in eight languages, chosen by number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inst_trans_env.lift.synthesis.topics import data

FOREIGN = ("fr", "de", "es", "it", "pt", "nl", "pl")
"""Languages other than English in which paragraphs can be written."""

_KINDS_ABROAD = frozenset({"filler", "term", "terms", "question", "number", "item"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence before it is written out.

    Attributes:
        kind: which templates it comes from: ``filler``, ``term``, ``question``, …
        number: which of them, counted round.
        values: what goes into the template; several words in one are parted by slashes.
    """

    kind: str
    number: int
    values: tuple[tuple[str, str], ...] = ()

    @property
    def is_foreign_ready(self) -> bool:
        """Whether it can be written in any of the languages."""
        return self.kind in _KINDS_ABROAD

    def write(self, language: str, topic: str, term: str) -> str:
        """Return the sentence in a language, about a topic; `term` is the word that fillers turn on."""
        values = {"topic": topic, "term": term, **dict(self.values)}
        if "terms" in values:
            *others, last = values["terms"].split("/")
            values["terms"] = f"{', '.join(others)} {sentences()[language]['and']} {last}"
        return pick(language, self.kind, self.number).format(**values)


def pick(language: str, kind: str, number: int) -> str:
    """Return a template, counted round."""
    templates: list[str] = sentences()[language][kind]
    return templates[number % len(templates)]


def sentences() -> dict[str, Any]:
    """Return the templates by language and kind, and the language's English name under ``name``."""
    found: dict[str, Any] = data("sentences.json")
    return found


def capitalised(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
