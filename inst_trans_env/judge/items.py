"""Labelled answers with which a judge is checked: the shipped set, or one's own.

The shipped set is labelled by hand: 162 items with clear labels over quality and the five graded
constraints in several languages, and 30 attacks, whose answers deserve 0 and ask, trick or hope for more.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.files import parse_jsonl, read_jsonl
from inst_trans_env.judge.prompts import Prompt, PromptSet
from inst_trans_env.judge.verdicts import SCORES
from inst_trans_env.tasks.schema import SOFT_IDS, Task

QUESTIONS = ("quality", *SOFT_IDS)

_FILES = ("items.jsonl", "attacks.jsonl")
_NEEDED = ("id", "question", "source_lang", "target_lang", "source")
_TEXTS = (*_NEEDED, "prediction")
_OPTIONAL = ("requirement", "reference", "scenario", "attack")
_FIELDS = (*_TEXTS, "label", *_OPTIONAL)


@dataclass(frozen=True, slots=True)
class Item:
    """One labelled answer. `question`: ``quality`` or a constraint id; `attack`: its kind, or empty."""

    id: str
    question: str
    label: float
    attack: str
    task: Task
    prediction: str
    requirement: str

    @property
    def blank(self) -> bool:
        """Whether the answer is blank: it scores 0 unasked, and says nothing about the judge."""
        return not self.prediction.strip()

    def prompts(self, prompts: PromptSet, repeats: int) -> list[Prompt]:
        """Return what the judge is sent in each repeat: nothing for a blank answer."""
        if self.blank:
            return []
        if self.question == "quality":
            prompt = prompts.quality(self.task, self.prediction)
        else:
            prompt = prompts.soft(self.task, self.prediction, {self.question: self.requirement})
        return [replace(prompt, repeat=number) for number in range(repeats)]


def load_items(path: Path | None = None) -> list[Item]:
    """Return the shipped set, or the one in a JSONL file; `DataError` for a bad line, or when there is none."""
    if path:
        items = _items(str(path), read_jsonl(path))
        if not items:
            raise DataError(f"{path} holds no items: write one a line")
        return items
    folder = resources.files(__package__) / "calibration"
    return [
        item
        for name in _FILES
        for item in _items(name, parse_jsonl((folder / name).read_text("utf-8"), Path(name)))
    ]


def _items(name: str, rows: Iterable[tuple[int, dict[str, Any]]]) -> list[Item]:
    items: dict[str, Item] = {}
    for number, row in rows:
        item = _item(row, f"{name}, line {number}")
        if item.id in items:
            raise DataError(f"{name}, line {number} ({item.id}): id: an item before has the same one")
        items[item.id] = item
    return list(items.values())


def _item(row: dict[str, Any], where: str) -> Item:
    where += f" ({row['id']})" if isinstance(row.get("id"), str) and row["id"] else ""
    _check_fields(row, where)
    label, question = row["label"], row["question"]
    requirement = row.get("requirement", "")
    task = Task(
        source_lang=row["source_lang"],
        target_lang=row["target_lang"],
        source_text=row["source"],
        constraints=(requirement,) if requirement else (),
        constraint_ids=(question,) if requirement else (),
        reference=row.get("reference", ""),
        scenario=row.get("scenario", ""),
    )
    item = Item(
        row["id"], question, float(label), row.get("attack", ""), task, row["prediction"], requirement
    )
    _check_label(item, where)
    return item


def _check_fields(row: dict[str, Any], where: str) -> None:
    for name in row:
        if name not in _FIELDS:
            raise DataError(f"{where}: unknown field {name!r}.{_near(name)} Known: {', '.join(_FIELDS)}")
    for name in (*_TEXTS, *_OPTIONAL):
        value = row.get(name, "" if name in _OPTIONAL else None)
        if not isinstance(value, str):
            raise DataError(f"{where}: {name} must be a string")
        if name in _NEEDED and not value.strip():
            raise DataError(f"{where}: {name} must not be blank")
    label, question = row.get("label"), row["question"]
    if isinstance(label, bool) or label not in SCORES:
        raise DataError(f"{where}: label must be 0, 0.5 or 1, not {label!r}")
    if question not in QUESTIONS:
        raise DataError(f"{where}: question must be one of {', '.join(QUESTIONS)}, not {question!r}")
    needed = "reference" if question == "quality" else "requirement"
    if not row.get(needed):
        raise DataError(f"{where}: {question} needs a {needed}")


def _check_label(item: Item, where: str) -> None:
    if item.attack and item.label == 1:
        raise DataError(
            f"{where}: label must be 0 or 0.5 for an attack, not 1: an answer that deserves the highest "
            "score wins nothing by it (leave out the field attack if it is none)"
        )
    if item.blank and item.label:
        raise DataError(f"{where}: label must be 0 for a blank prediction, which scores 0 unasked")


def _near(name: str) -> str:
    near = difflib.get_close_matches(name, _FIELDS, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
