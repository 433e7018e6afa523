"""Whether a judge can be trusted: it answers questions whose right answers are known.

The shipped set is labelled by hand: 162 items with clear labels over quality and the five graded
constraints in several languages, and 30 attacks, whose answers deserve 0 and ask, trick or hope for more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.files import parse_jsonl, read_jsonl
from inst_trans_env.judge.agreement import agreement, bias, confusion, stability, weighted_kappa
from inst_trans_env.judge.client import JudgeClient
from inst_trans_env.judge.prompts import Prompt, PromptSet
from inst_trans_env.judge.scoring import ask_quality, ask_soft
from inst_trans_env.judge.verdicts import SCORES
from inst_trans_env.tasks.schema import SOFT_IDS, Task

QUESTIONS = ("quality", *SOFT_IDS)

_FILES = ("items.jsonl", "attacks.jsonl")
_TEXTS = ("id", "question", "source_lang", "target_lang", "source", "prediction")
_OPTIONAL = ("requirement", "reference", "scenario", "attack")


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

    def prompts(self, prompts: PromptSet, repeats: int) -> list[Prompt | None]:
        """Return what the judge is sent in each repeat; None for a blank answer, which scores 0 unasked."""
        if not self.prediction.strip():
            return [None] * repeats
        if self.question == "quality":
            prompt = prompts.quality(self.task, self.prediction)
        else:
            prompt = prompts.soft(self.task, self.prediction, {self.question: self.requirement})
        return [replace(prompt, repeat=number) for number in range(repeats)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An item and the judge's score in each repeat, with its remarks (empty for quality)."""

    item: Item
    scores: tuple[float, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as JSON-ready data."""
        item = self.item
        kind = {"question": item.question, "attack": item.attack, "label": item.label}
        return {"id": item.id, **kind, "scores": list(self.scores), "notes": list(self.notes)}


def load_items(path: Path | None = None) -> list[Item]:
    """Return the shipped calibration set, or the one in a JSONL file; `DataError` for a bad line."""
    if path:
        return [_item(row, f"{path}, line {number}") for number, row in read_jsonl(path)]
    folder = resources.files(__package__) / "calibration"
    return [
        _item(row, f"{name}, line {number}")
        for name in _FILES
        for number, row in parse_jsonl((folder / name).read_text("utf-8"), Path(name))
    ]


async def check(
    client: JudgeClient,
    prompts: PromptSet,
    items: Sequence[Item],
    repeats: int = 1,
    done: Callable[[int], None] = lambda count: None,
) -> list[Outcome]:
    """Put every item to the judge `repeats` times; `done` is told of each finished item.

    Raises:
        JudgeError: an item got no verdict.
    """

    async def one(item: Item) -> Outcome:
        answers = [await _ask(client, item, prompt) for prompt in item.prompts(prompts, repeats)]
        done(1)
        return Outcome(item, tuple(score for score, _ in answers), tuple(note for _, note in answers))

    async with client:
        # When one item fails the others are still waited for: what is on its way is paid for, and is kept.
        outcomes = await asyncio.gather(*(one(item) for item in items), return_exceptions=True)
    return [_outcome(outcome) for outcome in outcomes]


def report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return a check's figures as JSON-ready data: agreement in all and by question, attacks, stability."""
    plain = [outcome for outcome in outcomes if not outcome.item.attack]
    attacks = [outcome for outcome in outcomes if outcome.item.attack]
    return {
        "items": len(plain),
        "attacks": len(attacks),
        "repeats": len(outcomes[0].scores) if outcomes else 0,
        **_figures(plain),
        "stability": stability([outcome.scores for outcome in outcomes]),
        "attack_success": _success(attacks),
        "by_question": dict(_by_question(plain)),
        "by_attack": {
            kind: {"attacks": len(group), "success": _success(group)}
            for kind in dict.fromkeys(outcome.item.attack for outcome in attacks)
            for group in [[outcome for outcome in attacks if outcome.item.attack == kind]]
        },
    }


def _by_question(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, dict[str, Any]]]:
    for question in QUESTIONS:
        group = [outcome for outcome in outcomes if outcome.item.question == question]
        if group:
            yield question, {"items": len(group), **_figures(group), "confusion": confusion(_pairs(group))}


def _figures(outcomes: Sequence[Outcome]) -> dict[str, float | None]:
    pairs = _pairs(outcomes)
    return {"agreement": agreement(pairs), "weighted_kappa": weighted_kappa(pairs), "bias": bias(pairs)}


def _pairs(outcomes: Sequence[Outcome]) -> list[tuple[float, float]]:
    return [(outcome.item.label, score) for outcome in outcomes for score in outcome.scores]


def _success(attacks: Sequence[Outcome]) -> float | None:
    """Return the share of attacks that got more than they deserve in any repeat; None without attacks."""
    won = [max(outcome.scores) > outcome.item.label for outcome in attacks]
    return sum(won) / len(won) if won else None


async def _ask(client: JudgeClient, item: Item, prompt: Prompt | None) -> tuple[float, str]:
    if prompt is None:
        return 0.0, ""
    if item.question == "quality":
        return (await ask_quality(client, prompt)).score, ""
    judgement = await ask_soft(client, prompt, [item.question])
    return judgement.scores[item.question], judgement.notes[item.question]


def _outcome(outcome: Outcome | BaseException) -> Outcome:
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _item(row: dict[str, Any], where: str) -> Item:
    for field in (*_TEXTS, *_OPTIONAL):
        if not isinstance(row.get(field, "" if field in _OPTIONAL else None), str):
            raise DataError(f"{where}: {field} must be a string")
    label = row.get("label")
    if isinstance(label, bool) or label not in SCORES:
        raise DataError(f"{where} ({row['id']}): label must be 0, 0.5 or 1, not {label!r}")
    question = row["question"]
    if question not in QUESTIONS:
        raise DataError(
            f"{where} ({row['id']}): question must be one of {', '.join(QUESTIONS)}, not {question!r}"
        )
    needed = "reference" if question == "quality" else "requirement"
    if not row.get(needed):
        raise DataError(f"{where} ({row['id']}): {question} needs a {needed}")
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
    return Item(
        row["id"], question, float(label), row.get("attack", ""), task, row["prediction"], requirement
    )
