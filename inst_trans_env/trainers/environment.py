"""Settings of rewards that a trainer loads by a file's path, so that no argument can be given.

INST_TRANS_DATA (default ``sample``), INST_TRANS_RULES (``strict``), INST_TRANS_FORMULA (``if_score``); for a
judge INST_TRANS_JUDGE (its model), JUDGE_API_BASE and JUDGE_API_KEY; INST_TRANS_QUALITY=1 has quality judged.
"""

from __future__ import annotations

import os
from functools import cache

from inst_trans_env.scoring import Judge
from inst_trans_env.trainers.core import TaskReward


def reward_from_environment() -> TaskReward:
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
def _reward(data: str, rules: str, formula: str, judge: str, quality: bool) -> TaskReward:
    return TaskReward.load(data, rules=rules, formula=formula, judge=_judge(judge), quality=quality)


def _judge(model: str) -> Judge | None:
    if not model:
        return None
    from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, default_cache_path, load_prompts
    from inst_trans_env.scoring.judged import TaskJudge

    client = JudgeClient(JudgeConfig.from_env(model=model), ReplyCache(default_cache_path()))
    return TaskJudge(client, load_prompts())
