"""Items for tests, made of a few figures."""

from __future__ import annotations

from inst_trans_env.rollouts.shelf import Item


def item(line: int, reward: float, chars: int = 100, **verdicts: float) -> Item:
    """Return the answer on a line of one group; it passed its gates where none of them is 0."""
    passed = all(verdicts.values()) if verdicts else reward > 0
    return Item("g", (0, line, 0), reward, passed, chars, verdicts, (0, 0, 0, 0, 0), line)


def group(*rewards: float) -> list[Item]:
    """Return a group with these rewards, in the order of the input."""
    return [item(line, reward) for line, reward in enumerate(rewards)]


def lines(items: list[Item]) -> list[int]:
    """Return the lines that answers stand on."""
    return [entry.place[1] for entry in items]
