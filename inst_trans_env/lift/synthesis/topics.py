"""What the documents are about: a shipped list of general subjects, or a list of one's own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import decode, read_bytes

GENERAL = "general"
"""The kind of a topic whose kind is not said."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject: its name as it stands inside a sentence, and the kind that its outline is made for."""

    name: str
    kind: str = GENERAL

    @property
    def title(self) -> str:
        """The name as a title: without ``the``, with a capital."""
        bare = self.name.removeprefix("the ")
        return bare[:1].upper() + bare[1:]


def load_topics(path: Path | None = None) -> list[Topic]:
    """Return topics in the order of their list.

    Args:
        path: a text file with one topic a line, a tab and its kind after it where wanted; None: the shipped list.

    Raises:
        DataError: names the line of a kind that is not known or of a repeated topic.
    """
    if path is None:
        return list(_shipped())
    topics = [_topic(path, number, line) for number, line in _lines(path)]
    seen: set[str] = set()
    for topic in topics:
        if topic.title.casefold() in seen:
            raise DataError(f"{path}: topic {topic.name!r} stands there twice; keep one of the lines")
        seen.add(topic.title.casefold())
    return topics


def split_topics(topics: Sequence[Topic], seed: int, train: int, test: int) -> dict[str, list[Topic]]:
    """Return topics for both splits, drawn by the seed; no topic is in both.

    Raises:
        UserError: there are too few topics.
    """
    if train + test > len(topics):
        raise UserError(
            f"{train} training and {test} test topics are asked for, but there are {len(topics)}: "
            "ask for fewer, or give a longer list with --topics"
        )
    drawn = random.Random(f"topics/{seed}").sample(topics, len(topics))
    return {"train": drawn[test : test + train], "test": drawn[:test]}


def kinds() -> dict[str, list[str]]:
    """Return the kinds of topics with the aspects that their outlines are made of."""
    found: dict[str, list[str]] = data("kinds.json")
    return found


@cache
def data(name: str) -> Any:
    """Return one of the JSON files that ship with the package. Not to be changed by callers."""
    import json

    return json.loads(_read(name))


@cache
def _shipped() -> tuple[Topic, ...]:
    topics: list[Topic] = []
    kind = GENERAL
    for line in _read("topics.txt").split("\n"):
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            topics += [Topic(name.strip(), kind) for name in line.split(";")]
    return tuple(topics)


def _read(name: str) -> str:
    return (resources.files("inst_trans_env.lift.synthesis.data") / name).read_text("utf-8")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    text = decode(read_bytes(path), path)
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def _topic(path: Path, number: int, line: str) -> Topic:
    name, _, kind = (part.strip() for part in line.partition("\t"))
    if kind and kind not in kinds():
        raise DataError(
            f"{path}, line {number}: unknown kind {kind!r}; available: {', '.join(kinds())}, or none"
        )
    if any(sign in name for sign in '[]<>`*_|“”"\\#'):
        raise DataError(f"{path}, line {number}: topic {name!r} must not hold quotes or signs of Markdown")
    return Topic(name, kind or GENERAL)
