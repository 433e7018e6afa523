"""French: silent final e, mute e inside words, glides, and the silent -ent of verbs."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_V = "aeiouyéèêëâîïôöûüùàœæáíóúäãõåø"
_CONSONANT = "ch|ph|th|gn|ss|ll|tt|nn|mm|pp|rr|ff|cc|dd|[bdfgjklmnpqrstvzcçx]"
_ONSET = f"(?:ch|ph|th|gn|[bdfgjklmnpqrstvzcç])[{_V}]|[bcdfgptv][rl][{_V}]"

_SILENT = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<=q)u(?!r)",
        r"(?<=g)u(?=[eiéèêëyî])",
        r"(?<=g)e(?=[aoâôàu])",
        r"(?<=..)es?$",
        r"(?<=[aeo])es?$",
    )
)
# Mute e: between one consonant sound and a syllable that can follow; not in `serrer`, `donnerions`.
_MUTE = re.compile(
    rf"(?<=[{_V}_])([nm]?(?:{_CONSONANT})_?)(?<!r(?=er))(?<!n(?=en))e(?!ri(?:ons|ez)$)(?={_ONSET})"
)
_NUCLEUS = re.compile(
    rf"(?<=p)a(?=ys)|(?<![bcdfgptv][rl])[iïy](?=[aoéèêeàâu])(?:eau|aie?|au|eu|oi|ou|[aoéèêeàâu])[iîy]?(?!ll)"
    rf"|(?<![bcdfgptv][rl])(?:ou|u)(?=[aéèêeiîâ])(?:ai|au|ei|[aéèêeiîâ])"
    rf"|eau|[oœ]eu|œu|ouill|euill|(?:eu|ou|a|e|ue|œ)(?=ill)i|(?:eu|ou|a|e|ue|œ)i(?=ls?$)"
    rf"|[aou]y(?=[{_V}])|ai|aî|ei|eî|au|eu|eû|ou|où|oû|oi|oî|œ|æ|ay|ey|oy|uy|[{_V}]"
)
_LETTERS = frozenset(_V)


def propose(word: str) -> tuple[list[int], set[int]]:
    """Return the sites of a lower-case word and where the rules see a syllable start."""
    blanked = word
    if word.endswith("ent") and verb_in_ent(word):
        blanked = word[:-3] + "_nt"
    for pattern in _SILENT:
        blanked = pattern.sub(lambda match: "_" * len(match[0]), blanked)
    for _ in range(2):  # each pass may free the context of the next mute e
        blanked = _MUTE.sub(r"\1_", blanked)
    starts = {match.start() for match in _NUCLEUS.finditer(blanked)}
    return [at for at, letter in enumerate(word) if letter in _LETTERS], starts


def verb_in_ent(word: str) -> bool:
    """Say whether the final -ent of a word taken alone is the silent ending of a verb.

    Nouns and adverbs in -ment are spoken save the listed verbs; of the others the listed ones are spoken.
    """
    spoken, silent = _lists()
    return word in silent if word.endswith("ment") else word not in spoken


@cache
def _lists() -> tuple[frozenset[str], frozenset[str]]:
    text = resources.files("inst_trans_env.syllables").joinpath("data/fr_ent.txt").read_text("utf-8")
    spoken, silent = (block.split() for block in text.split("\n\n"))
    return frozenset(spoken), frozenset(silent)
