"""TRL: reward functions for ``GRPOTrainer(reward_funcs=...)``, and the dataset that goes with them.

    reward = TaskReward.load("train.jsonl", rules="strict")
    trainer = GRPOTrainer(model, reward_funcs=reward_function(reward), train_dataset=dataset(reward), ...)

Checked against TRL 1.16: a reward of None leaves the completion out of its group's mean.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.rollouts.rollout import completion_text
from inst_trans_env.trainers.core import Outcome, Reward

Rewards = list[float | None]


def dataset(reward: Reward, *, conversational: bool = True) -> Any:
    """Return a `datasets.Dataset` with ``prompt`` and ``case_id``; the reference stays out of it."""
    from datasets import Dataset

    return Dataset.from_list(
        [
            {
                "prompt": [dict(message) for message in item.messages] if conversational else item.text,
                "case_id": item.case_id,
            }
            for item in reward.items
        ]
    )


def reward_function(reward: Reward) -> Callable[..., Rewards]:
    """Return a blocking reward function: right for rules, which never wait."""

    def inst_trans(
        prompts: Sequence[Any],
        completions: Sequence[Any],
        case_id: Sequence[str] | None = None,
        **columns: Any,
    ) -> Rewards:
        texts = [completion_text(completion) for completion in completions]
        return _told(reward.outcomes(_ids(case_id), texts), columns)

    return inst_trans


def async_reward_function(reward: Reward) -> Callable[..., Awaitable[Rewards]]:
    """Return an async reward function: right with a judge, whose calls then run beside each other."""

    async def inst_trans(
        prompts: Sequence[Any],
        completions: Sequence[Any],
        case_id: Sequence[str] | None = None,
        **columns: Any,
    ) -> Rewards:
        texts = [completion_text(completion) for completion in completions]
        return _told(await reward.aoutcomes(_ids(case_id), texts), columns)

    return inst_trans


def _ids(case_id: Sequence[str] | None) -> Sequence[str]:
    if case_id is None:
        raise UserError(
            "the training dataset has no column case_id: make it with trainers.trl.dataset(reward)"
        )
    return case_id


def _told(outcomes: Sequence[Outcome], columns: dict[str, Any]) -> Rewards:
    """Log each gate's pass rate and each completion's reasons where the trainer offers it; return rewards."""
    log_metric, log_extra = columns.get("log_metric"), columns.get("log_extra")
    if log_metric and outcomes:
        for name in sorted({name for outcome in outcomes for name in outcome.metrics}):
            values = [outcome.metrics[name] for outcome in outcomes if name in outcome.metrics]
            log_metric(f"inst_trans/{name}", sum(values) / len(values))
        log_metric(
            "inst_trans/judge_outage", sum(outcome.reward is None for outcome in outcomes) / len(outcomes)
        )
    if log_extra:
        failed = [[name for name, value in outcome.metrics.items() if value == 0] for outcome in outcomes]
        log_extra("inst_trans_failed", [", ".join(names) for names in failed])
    return [outcome.reward for outcome in outcomes]
