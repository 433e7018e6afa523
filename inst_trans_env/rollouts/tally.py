"""What was counted on the way: additive, so that units, buckets and shards sum up to the whole."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

SHOWN = 20
"""Sentences about unreadable and errored rows that are kept; all of them are counted."""

Place = tuple[int, int, int]
"""Where a rollout stands: number of the input, of the line, and among the rollouts of the line."""


@dataclass(slots=True)
class Tally:
    """Counts by name (``dropped/band``: the name in front of the slash is a family) and first sentences.

    Attributes:
        counts: how many.
        sums: of figures, for means.
        told: family -> (place, sentence) of the first rows of it.
    """

    counts: Counter[str] = field(default_factory=Counter)
    sums: dict[str, float] = field(default_factory=dict)
    told: dict[str, list[tuple[Place, str]]] = field(default_factory=dict)

    def tell(self, family: str, place: Place, sentence: str) -> None:
        """Count one of a family and keep its sentence while there are few."""
        self.counts[family] += 1
        kept = self.told.setdefault(family, [])
        if len(kept) < SHOWN:
            kept.append((place, sentence))

    def add(self, name: str, value: float) -> None:
        """Add to a sum."""
        self.sums[name] = self.sums.get(name, 0.0) + value

    def family(self, name: str) -> dict[str, int]:
        """Return the counts of a family by member, without those that are 0."""
        start = f"{name}/"
        return {key.removeprefix(start): n for key, n in self.counts.items() if key.startswith(start) and n}

    def sentences(self, family: str) -> list[str]:
        """Return the first sentences of a family, in the order of the input."""
        return [sentence for _, sentence in self.told.get(family, [])]

    def dump(self) -> bytes:
        """Return the tally as JSON."""
        data = {"counts": self.counts, "sums": self.sums, "told": self.told}
        return json.dumps(data).encode()

    @classmethod
    def load(cls, raw: bytes) -> Tally:
        """Return the tally that `dump` gave."""
        data = json.loads(raw)
        told = {
            name: [((at[0], at[1], at[2]), text) for at, text in entries]
            for name, entries in data["told"].items()
        }
        return cls(Counter(data["counts"]), data["sums"], told)

    @classmethod
    def total(cls, tallies: Iterable[Tally]) -> Tally:
        """Return the sum, added up in the order given, so that it is the same however work was spread."""
        whole = cls()
        for tally in tallies:
            whole.counts.update(tally.counts)
            for name, value in tally.sums.items():
                whole.add(name, value)
            for name, entries in tally.told.items():
                whole.told[name] = sorted(whole.told.get(name, []) + entries)[:SHOWN]
        return whole
