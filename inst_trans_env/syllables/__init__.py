"""Syllables as spoken (Japanese: morae) of a text in any of 22 languages.

The way of a text: `fold` (one spelling for each letter) -> `tokens.cut` (pieces) -> `normalise.read`
(numbers, acronyms, abbreviations, web addresses become words) -> `words.counter` (syllables of a word)
-> `speech` (what neighbours change). Everything is pure, linear in the text and never raises on a string.
"""

from __future__ import annotations

from inst_trans_env.syllables.languages import LANGUAGES, resolve
from inst_trans_env.syllables.speech import Token, speak, total
from inst_trans_env.syllables.words.cjk import kana

__all__ = ["LANGUAGES", "VERSION", "Token", "count", "explain"]

VERSION = 3
"""Raised whenever a count changes: signatures of reported figures carry it."""


def count(text: str, lang: str) -> int:
    """Return how many syllables (Japanese: morae) the text has when read aloud.

    `lang` is one of `LANGUAGES` or a regional form of it (`pt-BR`, `zh_Hant`); an unknown code raises
    `UserError`. Text that has a letter or a digit of any script counts at least 1; emoji are silent.
    """
    return total(text, resolve(lang))


def explain(text: str, lang: str) -> list[Token]:
    """Return the tokens of the text with the words they are read as and their syllables.

    The counts of the tokens add up to `count(text, lang)`. Kanji of Japanese are read as kana.
    """
    code = resolve(lang)
    tokens = speak(text, code)
    return [token._replace(reading=kana(token.reading)) for token in tokens] if code == "ja" else tokens
