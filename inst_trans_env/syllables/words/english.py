"""English: learned weights, a list of words that they get wrong, possessives and chains of contractions."""

from __future__ import annotations

import re

from inst_trans_env.syllables.words.listed import listed
from inst_trans_env.syllables.words.nuclei import nuclei

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|ce|ge|se|ze)$")
_CHAINS = ("n't've", "'d've", "'ll've")


def count(word: str) -> int:
    """Return the syllables of a prepared English word."""
    known = listed("en").get(word)
    return regular(word) if known is None else known


def regular(word: str) -> int:
    """Return the syllables of a word that is not listed.

    A possessive adds one after a sibilant, `'ve` after another contraction (`shouldn't've`) always.
    """
    end, more = len(word), 0
    while end:
        if word.endswith("'s", 0, end):
            end -= 2
            more += bool(_SIBILANT.search(word[max(0, end - 2) : end]))
        elif word.endswith(_CHAINS, 0, end):
            end -= len("'ve")
            more += 1
        else:
            break
    stem = word[:end]
    known = listed("en").get(stem) if end < len(word) else None
    return more + (max(1, nuclei(stem, "en")) if known is None else known)
