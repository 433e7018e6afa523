"""verl: ``compute_score`` for ``custom_reward_function.path``, and the rows of its parquet files.

    scripts/verl-parquet --data train.jsonl --output train.parquet
    ... custom_reward_function.path=<this file> custom_reward_function.name=compute_score

Settings: see `inst_trans_env.trainers.environment`. Checked against verl 0.9.1, whose reward managers read
``score`` from the dict and log the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inst_trans_env.errors import JudgeError
from inst_trans_env.trainers.core import Reward
from inst_trans_env.trainers.environment import reward_from_environment

DATA_SOURCE = "inst-trans"


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str,
    extra_info: Mapping[str, Any] | None = None,
    **options: Any,
) -> dict[str, float]:
    """Return ``score`` and every metric of one answer, under the same names for every task.

    verl makes a column of each name that the first answer of a batch has; see `Reward.columns`.

    Args:
        data_source: name of the data set, `DATA_SOURCE`.
        solution_str: the decoded answer.
        ground_truth: the case id, as `rows` writes it.
        extra_info: verl's own.
        options: keyword arguments of verl's reward loop, unused.

    Raises:
        JudgeError: the judge gave no verdict; verl has no value for “not known”.
    """
    reward = reward_from_environment()
    outcome = reward.outcomes([ground_truth], [solution_str])[0]
    if outcome.reward is None:
        raise JudgeError(outcome.error)
    return {"score": outcome.reward, **reward.columns(outcome)}


def rows(reward: Reward) -> list[dict[str, Any]]:
    """Return the rows of verl's data set; the reference stays out of them."""
    return [
        {
            "data_source": DATA_SOURCE,
            "prompt": [dict(message) for message in item.messages],
            "ability": "constrained generation",
            "reward_model": {"style": "rule", "ground_truth": item.case_id},
            "extra_info": {"index": number, **item.facts},
        }
        for number, item in enumerate(reward.items)
    ]
