"""English: learned weights, and a list of the words that they get wrong."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from inst_trans_env.syllables.words.nuclei import nuclei

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|ce|ge|se|ze)$")
_LETTER_W = 3


def count(word: str) -> int:
    """Return the syllables of a prepared English word."""
    known = _exceptions().get(word)
    if known is not None:
        return known
    if word.endswith("'s"):
        stem = word[:-2]
        return count(stem) + bool(_SIBILANT.search(stem))
    if word.endswith("n't"):
        return count(word[:-3]) + 1
    stem = word.split("'", maxsplit=1)[0]
    return max(1, sum(nuclei(part, "en") for part in word.split("'")))


@cache
def _exceptions() -> dict[str, int]:
    text = resources.files("inst_trans_env.syllables").joinpath("data/en.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.split("\n") if line)
    return {word: int(count) for word, count in rows}
