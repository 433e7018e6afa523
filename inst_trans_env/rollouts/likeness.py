"""Whether an answer is nearly one that was seen: MinHash over runs of five characters, in linear time.

The likeness of two texts is the share of runs that both have among those that either has (Jaccard), estimated
from 64 minima to about ±0.06. Texts are compared without regard to case, width, punctuation and white space.
"""

from __future__ import annotations

import re
import unicodedata

import numpy as np
import numpy.typing as npt

_RUN = 5
_MINIMA = 64
_ROWS = 4
"""Minima a band: texts are compared when all of one band agree (at a likeness of 0.7, in 99 of 100 cases)."""

_SPLIT = re.compile(r"[\W_]+")
_chance = np.random.Generator(np.random.PCG64(5))
_FACTORS = _chance.integers(1, 2**63, size=(_MINIMA, 1), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_SHIFTS = _chance.integers(0, 2**63, size=(_MINIMA, 1), dtype=np.uint64)
_WEIGHTS = _chance.integers(1, 2**63, size=_RUN, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_BLOCK = 4096
"""Runs that are hashed together, so that a huge text needs little memory."""


def sketch(text: str) -> npt.NDArray[np.uint64]:
    """Return the 64 minima of a text; the same on every machine."""
    plain = _SPLIT.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip() or text
    codes = np.frombuffer(plain.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    codes = np.pad(codes, (0, max(0, _RUN - len(codes))))
    minima = np.full(_MINIMA, np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(codes) - _RUN + 1, _BLOCK):
        part = codes[start : start + _BLOCK + _RUN - 1].astype(np.uint64)
        count = len(part) - _RUN + 1
        runs = sum((part[at : at + count] * _WEIGHTS[at] for at in range(_RUN)), np.zeros(count, np.uint64))
        runs ^= runs >> np.uint64(29)
        mixed = runs * _FACTORS + _SHIFTS
        mixed ^= mixed >> np.uint64(32)
        np.minimum(minima, (mixed * np.uint64(0x9E3779B97F4A7C15)).min(axis=1), out=minima)
    return minima


class Likeness:
    """Tells new texts from near copies of those that it called new.

    Args:
        least: the likeness from which on a text is a copy, 0.5 to 1; 1 asks for equal minima.
    """

    def __init__(self, least: float) -> None:
        self._least = least
        self._seen: list[npt.NDArray[np.uint64]] = []
        self._bands: list[dict[bytes, int]] = [{} for _ in range(_MINIMA // _ROWS)]

    def is_new(self, text: str) -> bool:
        """Return whether no text so far is this one or like it, and remember it if so."""
        minima = sketch(text)
        keys = [minima[at : at + _ROWS].tobytes() for at in range(0, _MINIMA, _ROWS)]
        near = {band[key] for band, key in zip(self._bands, keys, strict=True) if key in band}
        if any((self._seen[number] == minima).mean() >= self._least for number in near):
            return False
        for band, key in zip(self._bands, keys, strict=True):
            # The first text of a band speaks for it: so each text is held against 16 at most.
            band.setdefault(key, len(self._seen))
        self._seen.append(minima)
        return True
