"""Pairs of lines whose syllables do not follow their seconds on screen, counted without looking at each pair."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

CLEARLY_LONGER = 1.25
"""Durations whose ratio is above this differ so much that equal counts are half an inversion."""

_SHOWN = 5


class Concordance(NamedTuple):
    """How two orders of lines agree.

    Attributes:
        pairs: pairs of lines of different duration.
        inversions: pairs of which the shorter on screen has more syllables.
        ties: pairs of equal counts whose durations clearly differ.
        worst: indices (shorter on screen, longer) of a few inversions and ties, the gravest first.
    """

    pairs: int
    inversions: int
    ties: int
    worst: tuple[tuple[int, int], ...]

    @property
    def value(self) -> float:
        """One less the share of inversions, ties counting half."""
        return 1 - (self.inversions + self.ties / 2) / self.pairs


def compare(durations: Sequence[float], counts: Sequence[int]) -> Concordance:
    """Compare all pairs of lines of different duration; at least two durations differ."""
    pairs = inversions = ties = 0
    shorter: list[int] = []
    bounds: defaultdict[int, list[float]] = defaultdict(list)
    for _, group in groupby(sorted(range(len(counts)), key=durations.__getitem__), key=durations.__getitem__):
        lines = list(group)
        pairs += len(lines) * len(shorter)
        for line in lines:
            inversions += len(shorter) - bisect_right(shorter, counts[line])
            ties += bisect_left(bounds[counts[line]], durations[line])
        for line in lines:
            insort(shorter, counts[line])
            bounds[counts[line]].append(CLEARLY_LONGER * durations[line])
    worst = heapq.nlargest(_SHOWN, _gravest(durations, counts))
    return Concordance(pairs, inversions, ties, tuple((short, long) for _, short, long in worst))


def _gravest(durations: Sequence[float], counts: Sequence[int]) -> Iterator[tuple[float, int, int]]:
    """Yield for each line its gravest inversion and tie with a line shorter on screen: difference, both indices."""
    least = None
    by_count = sorted(range(len(counts)), key=lambda line: (-counts[line], durations[line]))
    for _, group in groupby(by_count, key=counts.__getitem__):
        lines = list(group)
        for line in lines:
            if least is not None and durations[least] < durations[line]:
                yield durations[line] - durations[least], least, line
            if durations[line] > CLEARLY_LONGER * durations[lines[0]]:
                yield (durations[line] - durations[lines[0]]) / 2, lines[0], line
        if least is None or durations[lines[0]] < durations[least]:
            least = lines[0]
