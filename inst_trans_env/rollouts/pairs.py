"""Preference pairs out of a group: a better and a worse answer to the same task."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from inst_trans_env.errors import UserError
from inst_trans_env.rollouts.shelf import Item
from inst_trans_env.rollouts.tally import Place

Used = set[Place]
"""Places of the answers that are in a pair already."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair; `constraint` is the one that the two differ in, where pairs are chosen so."""

    chosen: Item
    rejected: Item
    constraint: str | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """How pairs are made.

    Attributes:
        how: ``margin``: the best with the worst, the second best with the second worst, and so on;
            ``length``: each with the one nearest in length, at most `ratio` times as long or as short;
            ``one-constraint``: two answers whose verdicts differ in exactly one constraint.
        margin: by how much the better one's reward is higher at least.
        ratio: of the longer to the shorter answer, for ``length``.
        most: pairs a group at most; no answer is in two pairs.
    """

    how: str = "margin"
    margin: float = 0.5
    ratio: float = 1.2
    most: int = 1

    def __post_init__(self) -> None:
        if self.how not in _WAYS:
            raise UserError(f"unknown way to make pairs {self.how!r}. Available: {', '.join(_WAYS)}")


def make_pairs(items: Sequence[Item], pairing: Pairing) -> list[Pair]:
    """Return the pairs of a group, the one with the best answer first."""
    best_first = sorted(items, key=lambda item: (-item.reward, item.place))
    pairs: list[Pair] = []
    used: Used = set()
    for pair in _WAYS[pairing.how](best_first, pairing, used):
        if len(pairs) == pairing.most:
            break
        if pair.chosen.words == pair.rejected.words:
            # A judge may have judged one text twice, in two ways: nothing can be learnt from that.
            continue
        pairs.append(pair)
        used |= {pair.chosen.place, pair.rejected.place}
    return pairs


def _by_margin(items: Sequence[Item], pairing: Pairing, used: Used) -> Iterator[Pair]:
    for number in range(len(items) // 2):
        chosen, rejected = items[number], items[-1 - number]
        if not _far_below(rejected.reward, chosen, pairing):
            return
        yield Pair(chosen, rejected)


def _by_length(items: Sequence[Item], pairing: Pairing, used: Used) -> Iterator[Pair]:
    """Rewards take few values: of each, answers stand in order of length, where the nearest is found fast."""
    rows: dict[float, list[Item]] = {}
    for item in sorted(items, key=_length):
        rows.setdefault(item.reward, []).append(item)
    for chosen in items:
        if chosen.place in used:
            continue
        near = [_nearest(rows[reward], chosen) for reward in rows if _far_below(reward, chosen, pairing)]
        fitting = [item for item in near if item is not None and _alike(chosen, item, pairing)]
        if fitting:
            rejected = min(fitting, key=lambda item: (abs(item.chars - chosen.chars), item.place))
            rows[rejected.reward].remove(rejected)
            rows[chosen.reward].remove(chosen)
            yield Pair(chosen, rejected)


def _length(item: Item) -> tuple[int, Place]:
    return item.chars, item.place


def _nearest(row: Sequence[Item], chosen: Item) -> Item | None:
    at = bisect_left(row, _length(chosen), key=_length)
    return min(row[max(0, at - 1) : at + 1], key=lambda item: abs(item.chars - chosen.chars), default=None)


def _by_constraint(items: Sequence[Item], pairing: Pairing, used: Used) -> Iterator[Pair]:
    """Verdicts repeat: answers are held against each other by kinds of verdicts, of which there are few."""
    kinds: dict[tuple[tuple[str, float], ...], list[Item]] = {}
    for item in items:
        kinds.setdefault(tuple(sorted(item.verdicts.items())), []).append(item)
    for better, worse in permutations(kinds, 2):
        constraint = _only_difference(dict(better), dict(worse))
        if constraint is None:
            continue
        free = ([item for item in kinds[kind] if item.place not in used] for kind in (better, worse))
        for chosen, rejected in zip(*free, strict=False):
            if _far_below(rejected.reward, chosen, pairing):
                yield Pair(chosen, rejected, constraint)


def _only_difference(better: dict[str, float], worse: dict[str, float]) -> str | None:
    """Return the constraint in which alone the verdicts differ, to the advantage of the first."""
    if better.keys() != worse.keys():
        return None
    differing = [name for name in better if better[name] != worse[name]]
    return differing[0] if len(differing) == 1 and better[differing[0]] > worse[differing[0]] else None


def _far_below(reward: float, chosen: Item, pairing: Pairing) -> bool:
    return reward < chosen.reward and chosen.reward - reward >= pairing.margin


def _alike(chosen: Item, rejected: Item, pairing: Pairing) -> bool:
    longer, shorter = max(chosen.chars, rejected.chars), min(chosen.chars, rejected.chars)
    return longer <= pairing.ratio * shorter


_WAYS: dict[str, Callable[[Sequence[Item], Pairing, Used], Iterator[Pair]]] = {
    "margin": _by_margin,
    "length": _by_length,
    "one-constraint": _by_constraint,
}
WAYS = tuple(_WAYS)
"""Names of the ways to make pairs."""
