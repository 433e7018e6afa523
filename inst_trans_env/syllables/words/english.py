"""English: learned weights, a list of words that they get wrong, and possessives."""

from __future__ import annotations

import re

from inst_trans_env.syllables.words.listed import listed
from inst_trans_env.syllables.words.nuclei import nuclei

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|ce|ge|se|ze)$")


def count(word: str) -> int:
    """Return the syllables of a prepared English word."""
    known = listed("en").get(word)
    return regular(word) if known is None else known


def regular(word: str) -> int:
    """Return the syllables of a word that is not listed; a possessive adds one after a sibilant."""
    if word.endswith("'s"):
        return count(word[:-2]) + bool(_SIBILANT.search(word[:-2]))
    return max(1, nuclei(word, "en"))
