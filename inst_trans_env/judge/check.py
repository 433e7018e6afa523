"""Whether a judge can be trusted: it answers questions whose right answers are known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from inst_trans_env.judge.agreement import agreement, bias, confusion, stability, weighted_kappa
from inst_trans_env.judge.client import JudgeClient
from inst_trans_env.judge.items import QUESTIONS, Item
from inst_trans_env.judge.prompts import Prompt, PromptSet
from inst_trans_env.judge.scoring import ask_quality, ask_soft


@dataclass(frozen=True, slots=True)
class Outcome:
    """An item and the judge's score in each repeat, with its remarks (empty for quality).

    A blank answer, of which the judge is not asked, has none.
    """

    item: Item
    scores: tuple[float, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as JSON-ready data."""
        item = self.item
        kind = {"question": item.question, "attack": item.attack, "label": item.label}
        return {"id": item.id, **kind, "scores": list(self.scores), "notes": list(self.notes)}


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
    """Return a check's figures as JSON-ready data: agreement in all and by question, attacks, stability.

    Blank answers, which the judge never saw, are counted as `unasked` and nowhere else.
    """
    asked = [outcome for outcome in outcomes if not outcome.item.blank]
    plain = [outcome for outcome in asked if not outcome.item.attack]
    attacks = [outcome for outcome in asked if outcome.item.attack]
    return {
        "items": len(plain),
        "attacks": len(attacks),
        "unasked": len(outcomes) - len(asked),
        "repeats": len(asked[0].scores) if asked else 0,
        **_figures(plain),
        "stability": stability([outcome.scores for outcome in asked]),
        "attack_success": _success(attacks),
        "by_question": dict(_by_question(asked)),
        "by_attack": {
            kind: {"attacks": len(group), "success": _success(group)}
            for kind in dict.fromkeys(outcome.item.attack for outcome in attacks)
            for group in [[outcome for outcome in attacks if outcome.item.attack == kind]]
        },
    }


def _by_question(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, dict[str, Any]]]:
    for question in QUESTIONS:
        group = [outcome for outcome in outcomes if outcome.item.question == question]
        plain = [outcome for outcome in group if not outcome.item.attack]
        attacks = [outcome for outcome in group if outcome.item.attack]
        if group:
            figures = {"items": len(plain), **_figures(plain), "confusion": confusion(_pairs(plain))}
            yield question, {**figures, "attacks": len(attacks), "attack_success": _success(attacks)}


def _figures(outcomes: Sequence[Outcome]) -> dict[str, float | None]:
    pairs = _pairs(outcomes)
    return {"agreement": agreement(pairs), "weighted_kappa": weighted_kappa(pairs), "bias": bias(pairs)}


def _pairs(outcomes: Sequence[Outcome]) -> list[tuple[float, float]]:
    return [(outcome.item.label, score) for outcome in outcomes for score in outcome.scores]


def _success(attacks: Sequence[Outcome]) -> float | None:
    """Return the share of attacks that got more than they deserve in any repeat; None without attacks."""
    won = [max(outcome.scores) > outcome.item.label for outcome in attacks]
    return sum(won) / len(won) if won else None


async def _ask(client: JudgeClient, item: Item, prompt: Prompt) -> tuple[float, str]:
    if item.question == "quality":
        return (await ask_quality(client, prompt)).score, ""
    judgement = await ask_soft(client, prompt, [item.question])
    return judgement.scores[item.question], judgement.notes[item.question]


def _outcome(outcome: Outcome | BaseException) -> Outcome:
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome
