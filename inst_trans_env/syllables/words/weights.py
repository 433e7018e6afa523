"""Context weights: a linear score per letter decides whether a syllable starts there.

Rules propose where the nuclei of a word start; learned weights of the letters around each possible nucleus
(windows of up to six letters to each side, hashed into one table of bytes per language) confirm or correct
them. `scripts/train-syllables` learns the tables; `syllables/data/LICENSE` says from what.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from importlib import resources

REACH = 6
"""How many letters to each side a window may see; beyond the word it sees a border sign."""

UNIT = 16
"""Steps of a weight of 1.0 (log odds) in the table; a byte holds -8 to 7.9."""

FIRMNESS = 3.0
"""How much surer the rules are of a vowel among consonants."""

_FIRM = frozenset("aiouyáíóúàìòùâîôûäïöüãõåæøăąı")
FIRM_E = _FIRM | {"e"}
"""For languages whose e is as firm as the other vowels."""

_ANY = frozenset("aeiouyáéíóúàèìòùâêîôûäëïöüãõåæøăąęı")
_LEFT, _RIGHT = "\x01" * REACH, "\x02" * REACH
_START, _OTHER = 200, 201
_LETTERS = tuple((a, b) for a in range(REACH) for b in range(REACH) if a + b <= REACH)
_CLASSES = ((1, 1), (2, 2), (4, 4), (3, 6), (6, 3), (1, 6), (6, 1), (6, 6))


@dataclass(frozen=True, slots=True)
class Shape:
    """What the score of a language looks at.

    `bits`: the table has 2**bits weights. `base`: log odds that the rules give to their proposals. `classes`:
    translation tables that map letters to letter classes, each seen through windows of its own. `firm`: vowel
    letters that are hardly ever silent among consonants.
    """

    bits: int = 18
    base: float = 2.0
    classes: Sequence[dict[int, str]] = field(default=())
    firm: frozenset[str] = _FIRM


def keys(word: str, sites: Sequence[int], starts: Collection[int], shape: Shape) -> list[list[int]]:
    """Return, for each site (an index into the word), the places of its features in the table."""
    mask = (1 << shape.bits) - 1
    views = [(_bytes(word), _LETTERS, 0)]
    views += [(_bytes(word.translate(c)), _CLASSES, 50 * (n + 1)) for n, c in enumerate(shape.classes)]
    rows = []
    for site in sites:
        at = 2 * (site + REACH)
        row = [
            zlib.crc32(view[at - 2 * a : at + 2 * b + 2], tag + n) & mask
            for view, windows, tag in views
            for n, (a, b) in enumerate(windows)
        ]
        proposal = _START if site in starts else _OTHER
        row.append(zlib.crc32(b"", proposal) & mask)
        row.append(zlib.crc32(views[0][0][at : at + 2], proposal) & mask)
        rows.append(row)
    return rows


def prior(word: str, sites: Sequence[int], starts: Collection[int], shape: Shape) -> list[float]:
    """Return, for each site, the log odds of a start before the weights have their say.

    A vowel among consonants is hardly ever silent (e is): without this, a count that the rules miss by one could
    be learnt at the wrong vowel of the word.
    """
    odds = []
    for site in sites:
        alone = not (word[site - 1 : site] in _ANY or word[site + 1 : site + 2] in _ANY)
        if site not in starts:
            odds.append(-shape.base)
        else:
            odds.append(shape.base * FIRMNESS if alone and word[site] in shape.firm else shape.base)
    return odds


def _bytes(word: str) -> bytes:
    # Two bytes a letter, so that windows are plain slices; letters beyond U+FFFF carry no vowel we know.
    plane = "".join(c if c < "\U00010000" else "?" for c in word) if not word.isascii() else word
    return (_LEFT + plane + _RIGHT).encode("utf-16-le", "surrogatepass")


class Weights:
    """The learned table of one language."""

    def __init__(self, lang: str, shape: Shape) -> None:
        packed = resources.files("inst_trans_env.syllables").joinpath(f"data/{lang}.bin").read_bytes()
        self._table = memoryview(zlib.decompress(packed)).cast("b")
        self._shape = shape

    def nuclei(self, word: str, sites: Sequence[int], starts: Collection[int]) -> int:
        """Return at how many of the sites a syllable starts."""
        table = self._table
        rows = keys(word, sites, starts, self._shape)
        odds = prior(word, sites, starts, self._shape)
        return sum(
            before * UNIT + sum(table[key] for key in row) > 0 for before, row in zip(odds, rows, strict=True)
        )
