"""Rewards by settings: for servers, and for trainers that load a file by its path and pass no argument.

INST_TRANS_DATA (default ``sample``), INST_TRANS_RULES (``strict``), INST_TRANS_FORMULA (``if_score``; ``lift`` for
drafting tasks); for a judge INST_TRANS_JUDGE (its model), JUDGE_API_BASE and JUDGE_API_KEY; INST_TRANS_QUALITY=1 has
quality judged.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from inst_trans_env.errors import UserError
from inst_trans_env.scoring import Judge
from inst_trans_env.scoring.rewards import LIFT
from inst_trans_env.trainers.core import Reward
from inst_trans_env.trainers.drafting import DraftReward
from inst_trans_env.trainers.translation import TaskReward

if TYPE_CHECKING:
    from inst_trans_env.judge import JudgeClient


def load_reward(
    data: str, *, rules: str = "strict", formula: str = "if_score", judge: str = "", quality: bool = False
) -> Reward:
    """Return the reward that settings describe.

    Args:
        data: where the tasks are; of drafting tasks when the formula is `lift`.
        rules: rule set of translation tasks.
        formula: name of the reward formula.
        judge: model that judges, behind JUDGE_API_BASE; none by default.
        quality: whether it judges translation quality as well.

    Raises:
        UserError: data, rules, formula or judge cannot be used.
    """
    client = _client(judge) if judge else None
    if formula == LIFT:
        if quality:
            raise UserError("quality is judged of translations, not of documents")
        return DraftReward.load(data, client=client, judge_model=judge or None)
    return TaskReward.load(
        data, rules=rules, formula=formula, judge=_task_judge(client) if client else None, quality=quality
    )


def reward_from_environment() -> Reward:
    """Return the reward that the variables describe: one for the process as long as they stay the same."""
    get = os.environ.get
    return _reward(
        get("INST_TRANS_DATA", "sample"),
        get("INST_TRANS_RULES", "strict"),
        get("INST_TRANS_FORMULA", "if_score"),
        get("INST_TRANS_JUDGE", ""),
        get("INST_TRANS_QUALITY", "") == "1",
    )


@cache
def _reward(data: str, rules: str, formula: str, judge: str, quality: bool) -> Reward:
    return load_reward(data, rules=rules, formula=formula, judge=judge, quality=quality)


def _client(model: str) -> JudgeClient:
    from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, default_cache_path

    return JudgeClient(JudgeConfig.from_env(model=model), ReplyCache(default_cache_path()))


def _task_judge(client: JudgeClient) -> Judge:
    from inst_trans_env.judge import load_prompts
    from inst_trans_env.scoring.judged import TaskJudge

    return TaskJudge(client, load_prompts())
