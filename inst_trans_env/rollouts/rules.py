"""Which answers of a group are kept: rules over figures, in one fixed order.

First the answers that count at all (the first N), then the group as a whole, then each answer, then likenesses
between answers, then the best ones. An answer is counted as dropped by the first rule that drops it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inst_trans_env.errors import UserError
from inst_trans_env.rollouts.likeness import Likeness
from inst_trans_env.rollouts.shelf import Item
from inst_trans_env.rollouts.tally import Place


@dataclass(frozen=True, slots=True)
class Rules:
    """What is asked of an answer and of its group; None asks nothing.

    Attributes:
        best_of: the best one among the first so many answers of a group.
        drop_constant: drop groups whose answers all earned the same (DAPO).
        band: keep groups with low < mean reward < high.
        min_spread: keep groups whose rewards have at least this standard deviation (of the population).
        all_gates: keep answers that passed every gate.
        min_reward: keep answers with at least this reward.
        min_chars, max_chars: bounds of an answer's length in code points, inclusive.
        near_duplicates: of answers at least so alike (0.5 to 1), keep the best.
        top_k: keep the best so many of a group.
    """

    best_of: int | None = None
    drop_constant: bool = False
    band: tuple[float, float] | None = None
    min_spread: float | None = None
    all_gates: bool = False
    min_reward: float | None = None
    min_chars: int | None = None
    max_chars: int | None = None
    near_duplicates: float | None = None
    top_k: int | None = None

    def __post_init__(self) -> None:
        if self.best_of is not None and self.top_k is not None:
            raise UserError("--best-of already keeps one answer a group: leave out --top-k")
        if self.band is not None and not self.band[0] < self.band[1]:
            raise UserError(f"--band {self.band[0]:g}:{self.band[1]:g} holds nothing: give LOW:HIGH")
        if None not in (self.min_chars, self.max_chars) and self.min_chars > self.max_chars:  # type: ignore[operator]
            raise UserError(f"no answer has --min-chars {self.min_chars} and --max-chars {self.max_chars}")


@dataclass(slots=True)
class Choice:
    """What became of a group.

    Attributes:
        counted: the answers that the group's figures are over.
        kept: those that passed every rule, in the order of the input.
        dropped: how many each rule dropped.
    """

    counted: list[Item]
    kept: list[Item]
    dropped: dict[str, int]

    def keep(self, rule: str, kept: list[Item]) -> None:
        """Keep only these, and count the others as dropped by a rule."""
        if len(kept) < len(self.kept):
            self.dropped[rule] = self.dropped.get(rule, 0) + len(self.kept) - len(kept)
        self.kept = kept


def mean(items: Sequence[Item]) -> float:
    """Return the mean reward, rounded to the nearest float."""
    return math.fsum(item.reward for item in items) / len(items)


def spread(items: Sequence[Item]) -> float:
    """Return the standard deviation of the rewards (of the population)."""
    middle = mean(items)
    return math.sqrt(math.fsum((item.reward - middle) ** 2 for item in items) / len(items))


def choose(items: Sequence[Item], rules: Rules, text_of: Callable[[Item], str]) -> Choice:
    """Apply the rules to a group.

    Args:
        items: the scored answers of one group, in the order of the input.
        rules: what is asked.
        text_of: reads an answer's text; called only where likeness is asked about.
    """
    counted = list(items[: rules.best_of])
    choice = Choice(counted, list(items), {})
    choice.keep("best-of", counted)
    _judge_group(choice, rules)
    _judge_answers(choice, rules)
    if rules.near_duplicates is not None and len(choice.kept) > 1:
        likeness = Likeness(rules.near_duplicates)
        fresh = [item for item in _best_first(choice.kept) if likeness.is_new(text_of(item))]
        choice.keep("near-duplicates", sorted(fresh, key=_place))
    if rules.best_of is not None:
        choice.keep("best-of", _best_first(choice.kept)[:1])
    if rules.top_k is not None:
        choice.keep("top-k", sorted(_best_first(choice.kept)[: rules.top_k], key=_place))
    return choice


def _judge_group(choice: Choice, rules: Rules) -> None:
    items = choice.counted
    if rules.drop_constant and all(item.reward == items[0].reward for item in items):
        choice.keep("drop-constant", [])
    if rules.band is not None and not rules.band[0] < mean(items) < rules.band[1]:
        choice.keep("band", [])
    if rules.min_spread is not None and spread(items) < rules.min_spread:
        choice.keep("min-spread", [])


def _judge_answers(choice: Choice, rules: Rules) -> None:
    if rules.all_gates:
        choice.keep("all-gates", [item for item in choice.kept if item.passed])
    if rules.min_reward is not None:
        least = rules.min_reward
        choice.keep("min-reward", [item for item in choice.kept if item.reward >= least])
    if rules.min_chars is not None:
        shortest = rules.min_chars
        choice.keep("min-chars", [item for item in choice.kept if item.chars >= shortest])
    if rules.max_chars is not None:
        longest = rules.max_chars
        choice.keep("max-chars", [item for item in choice.kept if item.chars <= longest])


def _best_first(items: Sequence[Item]) -> list[Item]:
    return sorted(items, key=lambda item: (-item.reward, item.place))


def _place(item: Item) -> Place:
    return item.place
