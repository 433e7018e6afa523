"""Capitals: upper, lower, title and sentence case, for any script that has case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from inst_trans_env.text.segment import words

Casing = Literal["upper", "lower", "title", "sentence"]

_SMALL = frozenset(
    "a an and as at but by en for from if in into nor of off on onto or over per so than the to up upon via "
    "vs with yet de del der des di do du el la las le les los und y".split()
)
"""Words that title case may leave small, except first and last."""


def breach(text: str, case: Casing) -> str | None:
    """Return why a text is not in a case, or None when it is. A text without cased letters is in none."""
    if not any(char.isupper() or char.islower() for char in text):
        return "it has no letters with case"
    if case == "upper":
        return _first_of(text, str.islower, "small letter")
    if case == "lower":
        return _first_of(text, str.isupper, "capital")
    tokens = words(text)
    if not tokens:
        return "it has no words"
    if not _starts_capital(tokens[0]) and not tokens[0][0].isdigit():
        return f"“{tokens[0]}” begins small"
    return _title_breach(tokens) if case == "title" else _sentence_breach(tokens)


def _title_breach(tokens: list[str]) -> str | None:
    for place, token in enumerate(tokens):
        may_be_small = token.lower() in _SMALL and 0 < place < len(tokens) - 1
        if token[0].islower() and not may_be_small:
            return f"“{token}” begins small"
    return None


def _sentence_breach(tokens: list[str]) -> str | None:
    """Names keep their capitals, so sentence case is broken only when every later word has one."""
    later = [token for token in tokens[1:] if token[0].isalpha() and token.lower() not in _SMALL]
    if len(later) > 1 and all(_starts_capital(token) for token in later):
        return "every word begins with a capital"
    return None


def _starts_capital(token: str) -> bool:
    return token[0].isupper() or token[0].istitle() or not (token[0].islower() or token[0].isdigit())


def _first_of(text: str, test: Callable[[str], bool], what: str) -> str | None:
    found = next((char for char in text if test(char)), None)
    return None if found is None else f"it has the {what} “{found}”"
