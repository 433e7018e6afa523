"""Words of the languages in Latin letters (English and Vietnamese apart) and of Russian."""

from __future__ import annotations

import re

from inst_trans_env.syllables.words.listed import listed
from inst_trans_env.syllables.words.nuclei import nuclei

_RUSSIAN_VOWEL = re.compile("[аеёиоуыэюяіїєѣ]")
_SILENT = {"ru": frozenset("вскбж"), "pl": frozenset("wz")}
"""Words without a vowel that lean on their neighbour."""

_ELIDED = {"fil": re.compile(r"(?<=[aeiou])'[yt](?![a-z])")}
"""Clitics that close the syllable before them: `ako'y` for `ako ay`."""
_IRREGULAR = {
    "fil": {"mga": 2, "ng": 1, "maria": 3, "garcia": 3, "sofia": 3, "lucia": 3},
    "fr": {"août": 1, "aout": 1},
    "ro": {"aici": 2},
}


def count(word: str, lang: str) -> int:
    """Return the syllables of a prepared word; elided parts (`l'`, `qu'`, `'s`) add nothing."""
    known = _IRREGULAR.get(lang, {}).get(word)
    if known is not None:
        return known
    if lang in _ELIDED:
        word = _ELIDED[lang].sub("", word)
    listing = listed(lang)
    syllables = sum(listing[part] if part in listing else nuclei(part, lang) for part in word.split("'"))
    return syllables or (0 if word in _SILENT.get(lang, ()) else 1)


def russian(word: str) -> int:
    """Return the syllables of a prepared Russian word: its vowel letters."""
    return len(_RUSSIAN_VOWEL.findall(word)) or (0 if word in _SILENT["ru"] else 1)
