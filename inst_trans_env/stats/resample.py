"""Uncertainty of means and of differences, by seeded resampling over cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWS = 10_000
SEED = 12345
_CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the bounds of its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A paired comparison of two systems on the same cases.

    Attributes:
        difference: mean of B minus mean of A, with its 95% paired bootstrap interval.
        p_value: two-sided, of a paired permutation test (signs of the differences flipped).
        wins: cases in which B scored higher; `losses`: lower; `ties`: the same.
    """

    difference: Interval
    p_value: float
    wins: int
    losses: int
    ties: int


def interval(values: Sequence[float], *, seed: int = SEED, draws: int = DRAWS) -> Interval:
    """Return the mean of at least one value with its bootstrap interval (percentile method)."""
    data = np.asarray(values, dtype=np.float64)
    means = _bootstrap_means(data, seed, draws)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(data.mean()), float(low), float(high))


def compare(a: Sequence[float], b: Sequence[float], *, seed: int = SEED, draws: int = DRAWS) -> Comparison:
    """Compare two systems' scores, case by case in the same order."""
    difference = np.asarray(b, dtype=np.float64) - np.asarray(a, dtype=np.float64)
    flips = _flipped_means(difference, seed, draws)
    # The observed labelling is one of the permutations, so p is never 0.
    reached = np.count_nonzero(np.abs(flips) >= abs(difference.mean()) - 1e-12)
    return Comparison(
        interval(difference.tolist(), seed=seed, draws=draws),
        float((reached + 1) / (draws + 1)),
        int(np.count_nonzero(difference > 0)),
        int(np.count_nonzero(difference < 0)),
        int(np.count_nonzero(difference == 0)),
    )


def _bootstrap_means(data: NDArray[np.float64], seed: int, draws: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    counts = [min(_CHUNK, draws - at) for at in range(0, draws, _CHUNK)]
    return np.concatenate([data[rng.integers(0, len(data), (n, len(data)))].mean(axis=1) for n in counts])


def _flipped_means(data: NDArray[np.float64], seed: int, draws: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    counts = [min(_CHUNK, draws - at) for at in range(0, draws, _CHUNK)]
    return np.concatenate([(data * rng.choice([-1.0, 1.0], (n, len(data)))).mean(axis=1) for n in counts])
