"""The two questions of the benchmark put to the judge: graded constraints, and translation quality."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inst_trans_env.judge.client import JudgeClient
from inst_trans_env.judge.cost import Usage
from inst_trans_env.judge.prompts import Prompt, PromptSet
from inst_trans_env.judge.verdicts import SoftVerdict, parse_quality, parse_soft
from inst_trans_env.tasks.schema import Task


@dataclass(frozen=True, slots=True)
class SoftJudgement:
    """Scores (0, 0.5, 1) and remarks by constraint id, and what they used."""

    scores: Mapping[str, float]
    notes: Mapping[str, str]
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class QualityJudgement:
    """A quality score (0, 0.5, 1) and what it used."""

    score: float
    usage: Usage = field(default_factory=Usage)


async def judge_soft(
    client: JudgeClient, prompts: PromptSet, task: Task, prediction: str, requirements: Mapping[str, str]
) -> SoftJudgement:
    """Score graded constraints in one call: `requirements` maps the ids to judge to their words in the row.

    A blank prediction, which the protocol scores 0, and an empty mapping take no call.

    Raises:
        JudgeError: no verdict could be had.
    """
    ids = list(requirements)
    if not ids or not prediction.strip():
        return SoftJudgement(dict.fromkeys(ids, 0.0), dict.fromkeys(ids, "the answer is empty"))
    return await ask_soft(client, prompts.soft(task, prediction, requirements), ids)


async def judge_quality(
    client: JudgeClient, prompts: PromptSet, task: Task, prediction: str
) -> QualityJudgement:
    """Score translation quality; a blank prediction scores 0 without a call.

    Raises:
        JudgeError: no verdict could be had.
    """
    if not prediction.strip():
        return QualityJudgement(0.0)
    return await ask_quality(client, prompts.quality(task, prediction))


async def ask_soft(client: JudgeClient, prompt: Prompt, ids: Sequence[str]) -> SoftJudgement:
    """Ask for the scores of these constraints; `JudgeError` when there is no verdict."""
    usage = Usage()
    verdicts = await client.ask(
        prompt, parse=lambda text: parse_soft(text, ids), combine=_median_soft, usage=usage
    )
    scores = {cid: verdict.score for cid, verdict in verdicts.items()}
    return SoftJudgement(scores, {cid: verdict.note for cid, verdict in verdicts.items()}, usage)


async def ask_quality(client: JudgeClient, prompt: Prompt) -> QualityJudgement:
    """Ask for a quality score; `JudgeError` when there is no verdict."""
    usage = Usage()
    score = await client.ask(prompt, parse=parse_quality, combine=statistics.median, usage=usage)
    return QualityJudgement(score, usage)


def _median_soft(votes: Sequence[Mapping[str, SoftVerdict]]) -> dict[str, SoftVerdict]:
    """Return per constraint the median vote: the majority's, or the middle without one."""
    return {
        cid: sorted((vote[cid] for vote in votes), key=lambda verdict: verdict.score)[len(votes) // 2]
        for cid in votes[0]
    }
