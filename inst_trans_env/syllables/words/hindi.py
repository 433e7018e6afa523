"""Hindi: written vowels, and the inherent schwa where it is spoken."""

from __future__ import annotations

_CONSONANTS = frozenset("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळऱऴऩ")
_SIGNS = frozenset("ािीुूृॄॅॆेैॉॊोौॢॣ")
_VOWELS = frozenset("अआइईउऊऋॠऌऍऎएऐऑऒओऔऄ")
_VIRAMA, _NUKTA = "्", "़"
_OBLIQUE = ("ों", "ें", "ो")


def propose(word: str) -> tuple[list[int], set[int]]:
    """Return the sites (consonants with a vowel, vowels) of a word and where the rules see a syllable.

    The schwa falls at the end of a word, and inside between a vowel and a consonant that has its own vowel,
    from right to left; it stays before an oblique ending (`khabaron` is `khabar` + `on`) and under a nasal sign.
    """
    units = _units(word)
    kinds = [kind for _, kind in units]
    last = len(units) - 1
    if last > 0 and kinds[last] == "schwa" and not _nasal(word, units[last][0]):
        kinds[last] = "dead"
    stem_end = last - 1 if word.endswith(_OBLIQUE) else -1
    for at in range(last - 1, 0, -1):
        if kinds[at] != "schwa" or at == stem_end or _nasal(word, units[at][0]):
            continue
        if kinds[at - 1] != "dead" and kinds[at + 1] in ("schwa", "sign"):
            kinds[at] = "dead"
    starts = {site for (site, _), kind in zip(units, kinds, strict=True) if kind != "dead"}
    return [site for site, kind in units if kind != "dead"], starts


def _units(word: str) -> list[tuple[int, str]]:
    units = []
    for at, letter in enumerate(word):
        if letter in _VOWELS:
            units.append((at, "vowel"))
        elif letter in _CONSONANTS:
            following = word[at + 1 : at + 3].lstrip(_NUKTA)[:1]
            units.append(
                (
                    at,
                    "dead"
                    if following == _VIRAMA
                    else "sign"
                    if following and following in _SIGNS
                    else "schwa",
                )
            )
    return units


def _nasal(word: str, site: int) -> bool:
    return word[site + 1 : site + 3].lstrip(_NUKTA)[:1] in ("ं", "ँ", "ः")
