"""A row and its answer, cut up once for all gates: answer proper, segments, places in the prediction."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from inst_trans_env.constraints.strict.json_values import JsonText, located_strings
from inst_trans_env.constraints.verdict import Span
from inst_trans_env.tasks.schema import Task
from inst_trans_env.text.json_strict import Path, loads_container, strings

MAX_CHARS = 1_000_000
"""Longest prediction and longest source that are scored, in code points."""

_OPEN, _CLOSE = "<think>", "</think>"
_GAP = re.compile(r"(?:[ \t\r]*\n)+|[ \t]+")


@dataclass(frozen=True, slots=True)
class Segment:
    """A unit that is translated by itself: a JSON string value, or a whole plain text.

    Attributes:
        path: where it stands in the JSON document, for a reader; empty for plain text.
        source: the source's text.
        answer: the answer's text at the same path, or None when there is no string there.
        place: where the answer's text is written in the prediction.
    """

    path: str
    source: str
    answer: str | None
    place: JsonText

    def span(self, start: int, end: int) -> Span:
        """Return where the code points `start`..`end` of the answer's text stand in the prediction."""
        return self.place.span(start, end)


class Case:
    """One task with one prediction; everything that several gates need is computed once.

    Attributes:
        task: the row.
        prediction: the answer as it came.
        answer: the prediction without a closed leading reasoning block.
        offset: code points removed before the answer, so `prediction[offset:] == answer`.
        unanswered: why there is no answer to judge (every gate fails with it); None when there is one.
    """

    def __init__(self, task: Task, prediction: str) -> None:
        self.task = task
        self.prediction = prediction
        self.offset = 0
        self.unanswered = _too_long(task.source_text, prediction)
        if self.unanswered is None:
            self.offset, self.unanswered = _strip_reasoning(prediction, task.source_text)
        self.answer = prediction[self.offset :]
        if self.unanswered is None and not self.answer.strip() and task.source_text.strip():
            self.unanswered = "the answer is empty"

    @cached_property
    def source_json(self) -> Any:
        """The source as a parsed JSON object or array, or None when it is plain text."""
        return _source_json(self.task.source_text)

    @cached_property
    def answer_json(self) -> Any:
        """The answer as a strictly parsed JSON object or array, or None."""
        return loads_container(self.answer)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """Source and answer side by side: one segment per string value of a JSON source, else a single one.

        An answer that is no JSON stands, as a whole, against all values of the source together.
        """
        source, offset = self.task.source_text, self.offset
        if self.source_json is None:
            return (Segment("", source, self.answer, JsonText(self.answer, self.answer, offset)),)
        values = _source_strings(source)
        if self.answer_json is None:
            text = "\n".join(value for _, value in values)
            return (Segment("", text, self.answer, JsonText(self.answer, self.answer, offset)),)
        answers = self.answer_strings
        empty = JsonText("", "", offset)
        return tuple(
            Segment(
                show_path(path),
                value,
                answers[path].value if path in answers else None,
                answers.get(path, empty),
            )
            for path, value in values
        )

    @cached_property
    def answer_strings(self) -> dict[Path, JsonText]:
        """Every string value of a JSON answer with its place in the prediction; empty for plain text."""
        found = located_strings(self.answer, self.answer_json) if self.answer_json is not None else {}
        return {path: JsonText(text.value, text.raw, text.at + self.offset) for path, text in found.items()}


def _too_long(source: str, prediction: str) -> str | None:
    """Say which text is over the limit, if one is."""
    for name, text in (("prediction", prediction), ("source", source)):
        if len(text) > MAX_CHARS:
            return f"the {name} has {len(text):,} characters, over the limit of {MAX_CHARS:,}"
    return None


def _strip_reasoning(prediction: str, source: str) -> tuple[int, str | None]:
    """Return where the answer begins behind leading reasoning blocks, and why there is none, if so.

    A source that itself begins with the tag is about the tag; nothing is removed from its translation.
    """
    if source.lstrip().startswith(_OPEN):
        return 0, None
    at = 0
    while prediction[at : at + 4096].lstrip().startswith(_OPEN):
        end = prediction.find(_CLOSE, at)
        if end < 0:
            return at, "a reasoning block is opened and never closed, so there is no answer"
        at = end + len(_CLOSE)
        gap = _GAP.match(prediction, at)
        at = gap.end() if gap else at
    if at == 0 and _CLOSE in prediction and _OPEN not in prediction and _CLOSE not in source:
        return at, "reasoning is left in the answer: </think> closes a block that was not opened"
    return at, None


@lru_cache(maxsize=1024)
def _source_json(source: str) -> Any:
    """Parse a source once for all its rollouts; callers must not change the value."""
    return loads_container(source)


@lru_cache(maxsize=1024)
def _source_strings(source: str) -> tuple[tuple[Path, str], ...]:
    """List the string values of a JSON source once for all its rollouts."""
    return tuple(strings(_source_json(source)))


def show_path(path: Path) -> str:
    """Write a path for a reader: ``1``, ``a.b[2]``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
