"""What rules leave open, put to a judge behind an endpoint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inst_trans_env.constraints.published.reading import soft_text
from inst_trans_env.judge import (
    JudgeClient,
    Prompt,
    PromptSet,
    QualityJudgement,
    SoftJudgement,
    judge_quality,
    judge_soft,
)
from inst_trans_env.scoring.scorer import Scorer
from inst_trans_env.tasks.schema import Task


class TaskJudge:
    """Judges answers with one client and one set of prompts.

    The client is entered around every call, so it works in any event loop; who scores many answers
    enters it once around them all and keeps its connections.
    """

    def __init__(self, client: JudgeClient, prompts: PromptSet) -> None:
        self.client = client
        self.prompts = prompts

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        """Score the named soft constraints in one call; `JudgeError` when there is no verdict."""
        async with self.client:
            requirements = self.requirements(task, ids)
            return await judge_soft(self.client, self.prompts, task, prediction, requirements)

    def requirements(self, task: Task, ids: Sequence[str]) -> dict[str, str]:
        """Return what the row says of each of these constraints."""
        return {cid: soft_text(cid, task.constraints) for cid in ids}

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        """Score the translation's quality in one call; `JudgeError` when there is no verdict."""
        async with self.client:
            return await judge_quality(self.client, self.prompts, task, prediction)


def judge_prompts(
    scorer: Scorer, judge: TaskJudge, work: Iterable[tuple[Task, str]], *, quality: bool = True
) -> Iterator[Prompt]:
    """Yield what the judge would be asked about these answers.

    Args:
        scorer: says what rules leave open.
        judge: writes the prompts.
        work: tasks with their answers; about a missing answer nothing is asked.
        quality: whether the translation's quality is asked about too.
    """
    for task, prediction in work:
        if not prediction.strip():
            continue
        if quality:
            yield judge.prompts.quality(task, prediction)
        open_ids = scorer.left_open(task, prediction)
        if open_ids:
            yield judge.prompts.soft(task, prediction, judge.requirements(task, open_ids))
