"""Punctuation with the forms that a sign has in other scripts."""

from __future__ import annotations

import unicodedata

_FORMS = {
    ",": "，、،՝፣﹐,",
    ".": "。．｡।۔።.",
    ";": "；؛፤;",
    ":": "：፥︰:",
    "?": "？؟\u037e՞፧?",
    "!": "！՜﹗!",
    '"': '“”„«»「」『』＂"',
    "'": "‘’‚‹›＇'",
    "(": "（﹙(",
    ")": "）﹚)",
    "-": "－‐-",
    "…": "…⋯",
}


def variants(characters: str) -> set[str]:
    """Return the signs with their full-width and local forms."""
    found = set(characters)
    for char in characters:
        found.update(_FORMS.get(char, ""))
        full_width = chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char
        found.add(full_width)
    return found


def is_punctuation(char: str) -> bool:
    """Whether a character is punctuation by its Unicode category."""
    return unicodedata.category(char)[0] == "P"
