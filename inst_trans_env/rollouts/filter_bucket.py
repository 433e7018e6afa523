"""Filtering one bucket: its groups are whole in it, so that no other has to be looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inst_trans_env.files import dump_line, writing
from inst_trans_env.rollouts.export import Draft, Export, pool
from inst_trans_env.rollouts.rules import Choice, Rules, choose
from inst_trans_env.rollouts.score_unit import Scoring
from inst_trans_env.rollouts.shelf import Item, Shelf
from inst_trans_env.rollouts.tally import Tally

_OPEN = 32
"""Shelves kept open at once."""


@dataclass(frozen=True, slots=True)
class Filtering:
    """How scored rollouts are filtered; travels to every process.

    Attributes:
        scoring: where the shelves are.
        units: how many there are.
        rules: which answers are kept.
        export: what is written of them.
    """

    scoring: Scoring
    units: int
    rules: Rules
    export: Export

    def rows(self, bucket: int) -> Path:
        """Return the path of a bucket's rows, each behind its place in the output."""
        return self.scoring.folder / f"bucket-{bucket:04d}.rows"

    def tally(self, bucket: int) -> Path:
        """Return the path of a bucket's counts: when it is there, so are the rows."""
        return self.scoring.folder / f"bucket-{bucket:04d}.json"


class _Texts:
    """Reads texts out of the shelves, of which few are open at once."""

    def __init__(self, settings: Filtering) -> None:
        self._settings = settings
        self._open: OrderedDict[int, Shelf] = OrderedDict()

    def answer(self, item: Item) -> Mapping[str, Any]:
        return self._shelf(item).answer(item)

    def task(self, item: Item) -> Mapping[str, Any]:
        return self._shelf(item).task(item)

    def completion(self, item: Item) -> str:
        text: str = self.answer(item)["completion"]
        return text

    def _shelf(self, item: Item) -> Shelf:
        number, scoring = item.texts[0], self._settings.scoring
        if number not in self._open:
            self._open[number] = Shelf(scoring.shelf(number), scoring.buckets)
        self._open.move_to_end(number)
        if len(self._open) > _OPEN:
            self._open.popitem(last=False)[1].close()
        return self._open[number]

    def close(self) -> None:
        for shelf in self._open.values():
            shelf.close()


def filter_bucket(settings: Filtering, bucket: int) -> None:
    """Filter the groups of a bucket; leave its rows, and then its counts."""
    texts, tally = _Texts(settings), Tally()
    try:
        drafts: list[Draft] = []
        for group in _groups(settings, bucket):
            choice = choose(group, settings.rules, texts.completion)
            _count(choice, group, tally)
            if choice.kept:
                drafts += settings.export.drafts(choice)
        drafts.sort(key=lambda draft: draft.place)
        tally.counts["written"] = len(drafts)
        with writing(settings.rows(bucket)) as stream:
            stream.writelines(_lines(drafts, texts))
    finally:
        texts.close()
    with writing(settings.tally(bucket)) as stream:
        stream.write(tally.dump())


def _groups(settings: Filtering, bucket: int) -> Iterable[list[Item]]:
    groups: dict[str, list[Item]] = {}
    for unit in range(settings.units):
        with Shelf(settings.scoring.shelf(unit), settings.scoring.buckets) as shelf:
            for item in shelf.items(bucket):
                groups.setdefault(item.group, []).append(item)
    for name in list(groups):
        # Given away one by one, so that what was filtered is no longer held.
        yield sorted(groups.pop(name), key=lambda item: item.place)


def _lines(drafts: list[Draft], texts: _Texts) -> Iterator[bytes]:
    for draft in drafts:
        (source, line, index), number = draft.place
        place = f"{source:06d} {line:015d} {index:06d} {number:06d}\t"
        yield place.encode() + dump_line(draft.write(texts)).encode() + b"\n"


def _count(choice: Choice, group: list[Item], tally: Tally) -> None:
    passed = sum(item.passed for item in choice.counted)
    tally.counts["groups"] += 1
    tally.counts["groups kept"] += bool(choice.kept)
    tally.counts["kept"] += len(choice.kept)
    tally.counts[f"pool/{pool(passed, len(choice.counted))}"] += 1
    for rule, count in choice.dropped.items():
        tally.counts[f"dropped/{rule}"] += count
    for name, items in (("reward", group), ("kept", choice.kept)):
        for item in items:
            tally.counts[f"{name}/{reward_class(item.reward)}"] += 1
            tally.add(name, item.reward)


def reward_class(reward: float) -> str:
    """Return the class of a reward in the histogram: 0 and 1 by themselves, tenths in between."""
    if reward <= 0 or reward >= 1:
        return "1" if reward >= 1 else "0"
    return CLASSES[1 + int(reward * 10)]


CLASSES = ("0", *(f"{tenth / 10:.1f}–{(tenth + 1) / 10:.1f}" for tenth in range(10)), "1")
"""Classes of the histogram of rewards: the exact ends, and tenths that hold their lower bound."""


def merge_key(line: bytes) -> bytes:
    """Return a line's place in the output."""
    return line[: line.index(b"\t")]
