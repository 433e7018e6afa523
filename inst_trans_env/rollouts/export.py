"""Rows for trainers out of kept answers: what is written, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from inst_trans_env.rollouts.pairs import Pair, Pairing, make_pairs
from inst_trans_env.rollouts.rules import Choice, mean, spread
from inst_trans_env.rollouts.shelf import Item
from inst_trans_env.rollouts.tally import Place

POOLS = ("unsolved", "hard", "medium", "easy", "solved")


class Texts(Protocol):
    """Reads what an item refers to."""

    def answer(self, item: Item) -> Mapping[str, Any]:
        """Return the answer's line: completion, reward, score, signature, origin."""

    def task(self, item: Item) -> Mapping[str, Any]:
        """Return the row of the task that was answered."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A row to be written: its place in the output, and what makes it once texts are read."""

    place: tuple[Place, int]
    write: Callable[[Texts], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Export:
    """What is written.

    Attributes:
        to: ``rollouts``, ``sft``, ``dpo``, ``kto`` or ``grpo``.
        pairing: how pairs are made for ``dpo``.
        desirable: the reward from which on an answer is desirable for ``kto``.
    """

    to: str = "rollouts"
    pairing: Pairing = field(default_factory=Pairing)
    desirable: float = 0.5

    def drafts(self, choice: Choice) -> Iterator[Draft]:
        """Yield the rows of a group of which some answer was kept."""
        if self.to == "grpo":
            yield Draft((choice.kept[0].place, 0), partial(_grpo, choice))
        elif self.to == "dpo":
            yield from self._pairs(choice)
        else:
            write = {"rollouts": _rollout, "sft": _sft, "kto": self._kto}[self.to]
            yield from (Draft((item.place, 0), partial(write, item)) for item in choice.kept)

    def _pairs(self, choice: Choice) -> Iterator[Draft]:
        for number, pair in enumerate(make_pairs(choice.kept, self.pairing)):
            yield Draft((choice.kept[0].place, number), partial(_pair, pair))

    def _kto(self, item: Item, texts: Texts) -> dict[str, Any]:
        answer = texts.answer(item)
        return {
            "prompt": _prompt(item, texts),
            "completion": _said(answer),
            "label": item.reward >= self.desirable,
            **_worth(answer),
        }


TARGETS = ("rollouts", "sft", "dpo", "kto", "grpo")
"""What rows can be written for."""


def pool(passed: int, count: int) -> str:
    """Return the difficulty of a task by how many of its answers passed every gate.

    None: unsolved; below a quarter: hard; below three quarters: medium; below all: easy; all: solved.
    """
    if passed in (0, count):
        return "solved" if passed else "unsolved"
    share = passed / count
    return "hard" if share < 0.25 else "medium" if share < 0.75 else "easy"


def _prompt(item: Item, texts: Texts) -> list[dict[str, str]]:
    prompt = texts.task(item)["prompt"]
    return [{"role": "user", "content": prompt}] if isinstance(prompt, str) else list(prompt)


def _said(answer: Mapping[str, Any]) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": answer["completion"]}]


def _worth(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {name: answer[name] for name in ("case_id", "reward", "score", "signature", "origin")}


def _rollout(item: Item, texts: Texts) -> dict[str, Any]:
    return {**texts.answer(item), "task": texts.task(item)}


def _sft(item: Item, texts: Texts) -> dict[str, Any]:
    answer = texts.answer(item)
    return {"messages": _prompt(item, texts) + _said(answer), **_worth(answer)}


def _pair(pair: Pair, texts: Texts) -> dict[str, Any]:
    chosen, rejected = pair.chosen, pair.rejected
    better, worse = texts.answer(chosen), texts.answer(rejected)
    named = {} if pair.constraint is None else {"constraint": pair.constraint}
    return {
        "prompt": _prompt(chosen, texts),
        "chosen": _said(better),
        "rejected": _said(worse),
        "case_id": better["case_id"],
        "margin": chosen.reward - rejected.reward,
        **named,
        "rewards": [chosen.reward, rejected.reward],
        "scores": [better["score"], worse["score"]],
        "signature": better["signature"],
        "origins": [better["origin"], worse["origin"]],
    }


def _grpo(choice: Choice, texts: Texts) -> dict[str, Any]:
    items: Sequence[Item] = choice.counted
    answer, passed = texts.answer(items[0]), sum(item.passed for item in items)
    return {
        "prompt": _prompt(items[0], texts),
        "case_id": answer["case_id"],
        "pool": pool(passed, len(items)),
        "pass_rate": passed / len(items),
        "mean_reward": mean(items),
        "spread": spread(items),
        "rollouts": len(items),
        "rewards": [item.reward for item in items],
        "scores": [item.verdicts for item in items],
        "signature": answer["signature"],
    }
