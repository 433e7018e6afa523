"""How far a judge agrees with hand-given labels. Pure: no I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from inst_trans_env.judge.verdicts import SCORES

Pair = tuple[float, float]
"""A label and the judge's score, each 0, 0.5 or 1."""


def agreement(pairs: Sequence[Pair]) -> float | None:
    """Return the share of equal pairs; None without pairs."""
    return sum(label == score for label, score in pairs) / len(pairs) if pairs else None


def bias(pairs: Sequence[Pair]) -> float | None:
    """Return the mean of score minus label: above 0 for a lenient judge; None without pairs."""
    return sum(score - label for label, score in pairs) / len(pairs) if pairs else None


def weighted_kappa(pairs: Sequence[Pair]) -> float | None:
    """Return Cohen's kappa with quadratic weights: 1 full agreement, 0 that of chance.

    None where it is undefined: without pairs, or when labels and scores are all one and the same value.
    """
    labels, scores = Counter(label for label, _ in pairs), Counter(score for _, score in pairs)
    observed = sum((label - score) ** 2 for label, score in pairs) * len(pairs)
    expected = sum(
        labels[label] * scores[score] * (label - score) ** 2 for label in SCORES for score in SCORES
    )
    return 1 - observed / expected if expected else None


def confusion(pairs: Iterable[Pair]) -> dict[str, dict[str, int]]:
    """Return counts as label -> score -> count, keys ``0``, ``0.5``, ``1``."""
    counts = Counter(pairs)
    return {f"{label:g}": {f"{score:g}": counts[label, score] for score in SCORES} for label in SCORES}


def stability(repeats: Sequence[Sequence[float]]) -> float | None:
    """Return the share of questions to which all repeats gave the same score; None below two repeats."""
    if not repeats or len(repeats[0]) < 2:
        return None
    return sum(len(set(scores)) == 1 for scores in repeats) / len(repeats)
