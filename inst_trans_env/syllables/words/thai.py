"""Thai: which consonants open a syllable; vowels are written around them or not at all."""

from __future__ import annotations

_CONSONANTS = frozenset(chr(code) for code in range(0x0E01, 0x0E2F))
_LEADING = frozenset("เแโใไ")
_SIGNS = frozenset("ะัาำิีึืุูๅ็")
CLASSES: tuple[dict[int, str], ...] = (
    {ord(letter): "C" for letter in _CONSONANTS}
    | {ord(letter): "L" for letter in _LEADING}
    | {ord(letter): "V" for letter in _SIGNS}
    | {ord(letter): "T" for letter in "่้๊๋"},
)
"""Letter classes for the weights: consonant, leading vowel, other vowel, tone."""


def propose(word: str) -> tuple[list[int], set[int]]:
    """Return the sites (consonants) of a word and where a rough rule sees a syllable start.

    The rule: after a leading vowel, or before a written vowel.
    """
    sites = [at for at, letter in enumerate(word) if letter in _CONSONANTS]
    starts = {
        at for at in sites if word[at - 1 : at] in tuple(_LEADING) or word[at + 1 : at + 2] in tuple(_SIGNS)
    }
    return sites, starts
