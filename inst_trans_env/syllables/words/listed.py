"""Words that the learnt weights get wrong, by dictionaries and by hand."""

from __future__ import annotations

from functools import cache
from importlib import resources

LISTED = ("ar", "de", "en", "hi", "id", "it", "pl", "ro", "sv")
"""Languages with a list in `data/<lang>.tsv`."""


@cache
def listed(lang: str) -> dict[str, int]:
    """Return the listed prepared words of a language with their syllables; most languages have none."""
    if lang not in LISTED:
        return {}
    text = resources.files("inst_trans_env.syllables").joinpath(f"data/{lang}.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.split("\n") if line)
    return {word: int(count) for word, count in rows}
