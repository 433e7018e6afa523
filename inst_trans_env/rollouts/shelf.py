"""The file that a scored unit leaves: answers by bucket of their group, so that a bucket is read by itself.

Layout: texts one after the other, then the items of each bucket, then the tally, then the offsets of these
parts. It is the map side of a sorted shuffle: one file a unit however many buckets there are.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Self

import msgspec

from inst_trans_env.rollouts.tally import Place, Tally


class Item(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the rules of filtering need to know of a scored answer, without its texts.

    Attributes:
        group: the task that it answers.
        place: where it stands in the inputs.
        reward: under the formula asked for.
        passed: whether there was an answer and it passed every gate.
        chars: code points of the answer.
        verdicts: gates as 0 or 1 and graded scores, by their ids.
        texts: unit, offset and size of the answer's line, offset and size of its task's.
        words: a number that follows from the answer's text: the same text gives the same.
    """

    group: str
    place: Place
    reward: float
    passed: bool
    chars: int
    verdicts: dict[str, float]
    texts: tuple[int, int, int, int, int]
    words: int


_encode = msgspec.msgpack.Encoder().encode
_items = msgspec.msgpack.Decoder(list[Item])


class ShelfWriter:
    """Takes the answers of one unit.

    Args:
        stream: of the file, which is empty.
        unit: number of the unit.
        buckets: how many there are.
    """

    def __init__(self, stream: BinaryIO, unit: int, buckets: int) -> None:
        self._stream, self._unit, self._at = stream, unit, 0
        self._buckets: list[list[Item]] = [[] for _ in range(buckets)]
        self._tasks: dict[str, tuple[int, int]] = {}

    def put_texts(self, group: str, task: bytes, answer: bytes) -> tuple[int, int, int, int, int]:
        """Write an answer's line, and its task's unless an earlier one wrote it; return where they lie."""
        if group not in self._tasks:
            self._tasks[group] = self._write(task)
        return self._unit, *self._write(answer), *self._tasks[group]

    def put(self, bucket: int, item: Item) -> None:
        """Add an item; it has to be UTF-8 throughout."""
        self._buckets[bucket].append(item)

    def finish(self, tally: Tally) -> None:
        """Write what was kept in memory."""
        parts = [_encode(items) for items in self._buckets] + [tally.dump()]
        offsets = [self._write(part)[0] for part in parts] + [self._at]
        self._write(struct.pack(f"<{len(offsets)}Q", *offsets))

    def _write(self, part: bytes) -> tuple[int, int]:
        at = self._at
        self._stream.write(part)
        self._at += len(part)
        return at, len(part)


class Shelf:
    """Reads the file of one unit; close it, or use it in a `with`."""

    def __init__(self, path: Path, buckets: int) -> None:
        self._file = os.open(path, os.O_RDONLY)
        self._offsets = os.fstat(self._file).st_size - 8 * (buckets + 2)
        self._buckets = buckets

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def items(self, bucket: int) -> Sequence[Item]:
        """Return the items of a bucket, in the order of the unit."""
        return _items.decode(self._part(bucket))

    def tally(self) -> Tally:
        """Return what was counted in the unit."""
        return Tally.load(self._part(self._buckets))

    def answer(self, item: Item) -> dict[str, Any]:
        """Return the answer's line as an object."""
        _, offset, size, _, _ = item.texts
        return self._object(offset, size)

    def task(self, item: Item) -> Mapping[str, Any]:
        """Return the row of the task that was answered."""
        _, _, _, offset, size = item.texts
        return self._object(offset, size)

    def _part(self, number: int) -> bytes:
        start, end = struct.unpack("<2Q", os.pread(self._file, 16, self._offsets + 8 * number))
        return os.pread(self._file, end - start, start)

    def _object(self, offset: int, size: int) -> dict[str, Any]:
        row: dict[str, Any] = json.loads(os.pread(self._file, size, offset))
        return row
