"""The rubric of a classic environment: one function that scores, and readers of what it left on the state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import verifiers as vf


@dataclass(frozen=True, slots=True)
class Scored:
    """What one rollout got: its reward, the record to save with it, its metrics."""

    reward: float
    record: dict[str, Any]
    metrics: Mapping[str, float]


def rubric(
    name: str,
    key: str,
    score: Callable[[Mapping[str, Any], str], Awaitable[Scored]],
    counted: Sequence[str],
    plain: Sequence[str],
) -> vf.Rubric:
    """Return a rubric whose reward is that of `score(info, answer)`.

    `name` is the reward's. The record is kept in the state under `key`, the metrics under `<key>_metrics`. A metric of
    `counted` that a row does not have reads 0 (NaN would poison means), beside `<metric>_rows`, which tells the two
    apart: mean(metric) / mean(metric_rows) is the mean over the rows that have it. Every row has those of `plain`.
    """

    async def reward(completion: Any, info: dict[str, Any], state: Any, parser: Any) -> float:
        # First of the functions: it scores, the others read what it left.
        if state.get("error") is not None:
            return 0.0
        try:
            scored = await score(info, parser.parse_answer(completion) or "")
        except Exception as error:
            # Raised from here it would count as a reward of 0; set on the state it marks the rollout errored.
            state["error"] = vf.InfraError(f"scoring: {type(error).__name__}: {error}")
            return 0.0
        state[key], state[f"{key}_metrics"] = scored.record, scored.metrics
        return scored.reward

    reward.__name__ = name
    readers = [reader for metric in counted for reader in (_value(key, metric), _has(key, metric))]
    readers += [_value(key, metric) for metric in plain]
    return vf.Rubric(funcs=[reward, *readers], weights=[1.0] + [0.0] * len(readers))


def _value(key: str, metric: str) -> Callable[[Any], float]:
    def read(state: Any) -> float:
        return float((state.get(f"{key}_metrics") or {}).get(metric, 0.0))

    read.__name__ = metric
    return read


def _has(key: str, metric: str) -> Callable[[Any], float]:
    def read(state: Any) -> float:
        return float(metric in (state.get(f"{key}_metrics") or {}))

    read.__name__ = f"{metric}_rows"
    return read
