"""English: learned weights, and a list of the words that they get wrong."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from inst_trans_env.syllables.words.nuclei import nuclei

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|ce|ge|se|ze)$")


def count(word: str) -> int:
    """Return the syllables of a prepared English word."""
    known = _exceptions().get(word)
    return regular(word) if known is None else known


def regular(word: str) -> int:
    """Return the syllables of a word that is not listed; a possessive adds one after a sibilant."""
    if word.endswith("'s"):
        return count(word[:-2]) + bool(_SIBILANT.search(word[:-2]))
    return max(1, nuclei(word, "en"))


@cache
def _exceptions() -> dict[str, int]:
    text = resources.files("inst_trans_env.syllables").joinpath("data/en.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.split("\n") if line)
    return {word: int(count) for word, count in rows}
