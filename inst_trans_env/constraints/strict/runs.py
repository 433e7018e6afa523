"""Passages repeated in a row: maximal periodic stretches of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.uint64]
    Places = NDArray[np.int64]

TIMES = 3
"""How often the period has to fit into a run at least."""

_SHORT = 16
"""Periods below this are looked for one by one."""

_GRAMS = (8, 32)
"""Longer periods are found by the next place of the same gram; the second size is for odd periods."""

_BASE = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch in which every character equals the one `period` places on."""

    start: int
    end: int
    period: int


def runs(text: str, least: int) -> Iterator[Run]:
    """Yield maximal runs of at least `TIMES` periods and `least` characters, short periods first.

    A run may come again with a multiple of its period. Never compares two stretches twice.
    """
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    grams = _grams(codes)
    for period in _short_periods(codes, grams[_GRAMS[0]], least):
        yield from _of_period(codes, period, max(least, TIMES * period))
    if not _comes_again(grams[_GRAMS[1]]):
        return  # the first two periods of a long run are at least that long, and equal
    chains = [chain for size in _GRAMS if len((chain := _chains(grams[size], len(codes)))[0])]
    prints = _Prints(codes) if chains else None
    found = {run for chain in chains if prints for run in prints.maximal(*prints.repeated(*chain))}
    for run in sorted(found, key=lambda run: (run.period, run.start)):
        long_enough = run.end - run.start >= max(least, TIMES * run.period)
        if long_enough and text[run.start : run.end - run.period] == text[run.start + run.period : run.end]:
            yield run


def _grams(codes: Codes) -> dict[int, Codes]:
    """Return the fingerprints of all stretches of 1, 2, 4, … characters (arithmetic modulo 2**64)."""
    import numpy as np

    grams, size, factor = {1: codes}, 1, _BASE
    while size < _GRAMS[1]:
        half = grams[size]
        grams[2 * size] = half[:-size] * np.uint64(factor) + half[size:]
        size, factor = 2 * size, factor * factor % 2**64
    return grams


def _short_periods(codes: Codes, grams: Codes, least: int) -> Iterator[int]:
    """Yield the short periods that a run may have: of most, no gram comes again that soon."""
    for period in range(1, min(_SHORT, len(codes) // TIMES + 1)):
        equal = max(least, TIMES * period) - period
        if equal < _GRAMS[0] or (grams[period:] == grams[:-period]).any():
            yield period


def _comes_again(grams: Codes) -> bool:
    import numpy as np

    ordered = np.sort(grams)
    return bool((ordered[1:] == ordered[:-1]).any())


def _of_period(codes: Codes, period: int, least: int) -> Iterator[Run]:
    import numpy as np

    breaks = np.flatnonzero(codes[period:] != codes[:-period])
    edges = np.concatenate(([-1], breaks, [len(codes) - period]))
    for index in np.flatnonzero(np.diff(edges) - 1 + period >= least):
        yield Run(int(edges[index]) + 1, int(edges[index + 1]) + period, period)


def _chains(grams: Codes, length: int) -> tuple[Places, Places]:
    """Return places whose gram comes again twice at the same distance, and that distance."""
    import numpy as np

    count = len(grams)
    order = np.argsort(grams, kind="stable")
    same = np.flatnonzero(grams[order[1:]] == grams[order[:-1]])
    gaps = np.zeros(count, dtype=np.int64)
    gaps[order[same]] = order[same + 1] - order[same]
    places = np.flatnonzero(gaps >= _SHORT)
    places = places[gaps[np.minimum(places + gaps[places], count - 1)] == gaps[places]]
    places = places[places + 2 * gaps[places] <= length]
    return places, gaps[places]


class _Prints:
    """Fingerprints of stretches of a text: equal stretches have equal ones (arithmetic modulo 2**64)."""

    def __init__(self, codes: Codes) -> None:
        import numpy as np

        self._codes = codes + np.uint64(1)
        self._powers = np.cumprod(np.full(len(codes) + 1, _BASE, dtype=np.uint64))
        self._sums = np.concatenate(
            (
                np.zeros(1, dtype=np.uint64),
                np.cumsum(self._codes * self._powers[: len(codes)], dtype=np.uint64),
            )
        )

    def repeated(self, places: Places, periods: Places) -> tuple[Places, Places]:
        """Keep the places where a whole period comes again, one for each run."""
        repeats = self._equal(places, places + periods, periods)
        return _first_of_each(places[repeats], periods[repeats])

    def _equal(self, left: Places, right: Places, size: Places) -> NDArray[np.bool_]:
        """Whether stretches of `size` at `left` and further right have the same fingerprint."""
        import numpy as np

        first = self._sums[left + size] - self._sums[left]
        second = self._sums[right + size] - self._sums[right]
        shift = np.where(right > left, self._powers[np.maximum(right - left - 1, 0)], np.uint64(1))
        result: NDArray[np.bool_] = first * shift == second
        return result

    def maximal(self, places: Places, periods: Places) -> Iterator[Run]:
        """Yield the maximal run around each place, all of them by one bisection."""
        import numpy as np

        right = self._longest(
            len(self._codes) - places - periods, lambda size: (places, places + periods, size)
        )
        left = self._longest(places, lambda size: (places - size, places - size + periods, size))
        runs = np.stack((places - left, places + periods + right, periods), axis=1)
        for start, end, period in np.unique(runs, axis=0).tolist():
            yield Run(start, end, period)

    def _longest(self, most: Places, stretches: Callable[[Places], tuple[Places, Places, Places]]) -> Places:
        """Return for each place the largest size up to `most` whose two stretches are equal."""
        import numpy as np

        low, high = np.zeros_like(most), most.copy()
        while np.any(low < high):
            middle = (low + high + 1) // 2
            same = self._equal(*stretches(middle))
            low, high = np.where(same, middle, low), np.where(same, high, middle - 1)
        return low


def _first_of_each(places: Places, periods: Places) -> tuple[Places, Places]:
    """Keep one place for each run: places of one period that lie within a period belong together."""
    import numpy as np

    order = np.lexsort((places, periods))
    places, periods = places[order], periods[order]
    new = np.ones(len(places), dtype=bool)
    new[1:] = (np.diff(periods) != 0) | (np.diff(places) > periods[1:])
    return places[new], periods[new]
