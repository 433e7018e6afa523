"""What both environments share: the scorer of a configuration, and a score as flat metrics."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, default_cache_path, load_prompts
from inst_trans_env.scoring import Score, Scorer
from inst_trans_env.scoring.judged import TaskJudge
from inst_trans_env.stats.signature import answer_signature
from inst_trans_env.tasks import Task


@cache
def scorer_for(
    rules: str,
    *,
    model: str | None = None,
    base_url: str | None = None,
    api_key_var: str = "JUDGE_API_KEY",
    quality: bool = False,
) -> Scorer:
    """Return the scorer of a configuration, one for the whole process; rule-only without a judge's `model`.

    Raises:
        UserError: the rule set is unknown, or the judge's settings cannot be.
    """
    if model is None:
        if quality:
            raise UserError("judge.quality needs judge.model: name the model that judges")
        return Scorer(rules)
    options: dict[str, Any] = {"model": model, "key": os.environ.get(api_key_var, "")}
    if base_url is not None:
        options["base_url"] = base_url
    client = JudgeClient(JudgeConfig.from_env(**options), ReplyCache(default_cache_path()))
    return Scorer(rules, TaskJudge(client, load_prompts()), quality=quality)


def signed(score: Score, task: Task, model: str | None) -> dict[str, Any]:
    """Return the score as data with its signature, by which `inst-trans filter` knows it again.

    Args:
        score: the score of an answer.
        task: what was answered.
        model: the judge; None where nobody judged.
    """
    judge, prompts = (model, _prompts_version()) if model else ("none", "none")
    signature = answer_signature(task, rules=score.rules, judge=judge, prompts=prompts)
    return score.to_dict() | {"signature": signature}


@cache
def _prompts_version() -> str:
    return load_prompts().version


def metrics(score: Score) -> dict[str, float]:
    """Return gates as 0 or 1, graded scores and quality where there are any, by their ids.

    `answered` tells whether there was an answer, `complete` whether every soft constraint has a score.
    """
    flat = {"answered": float(score.present), "complete": float(score.complete)}
    flat |= {name: float(verdict.passed) for name, verdict in score.gates.items()}
    flat |= {name: value for name, value in score.graded.items() if value is not None}
    return flat if score.quality is None else flat | {"quality": score.quality}
