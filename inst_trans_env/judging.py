"""The judge that a `Scorer` is given: the benchmark's two questions, put to a `JudgeClient`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from inst_trans_env.constraints.published.reading import soft_text
from inst_trans_env.judge import JudgeClient, PromptSet, SoftVerdict, Usage, judge_quality, judge_soft
from inst_trans_env.tasks.schema import Task


class TaskJudge:
    """Implements `inst_trans_env.scoring.Judge`. Make one for each group of answers whose use is counted.

    Attributes:
        usage: what all questions so far used.
    """

    def __init__(self, client: JudgeClient, prompts: PromptSet) -> None:
        self.usage = Usage()
        self._client = client
        self._prompts = prompts

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> Mapping[str, SoftVerdict]:
        """Return a verdict for each of the named soft constraints, from one call.

        Raises:
            JudgeError: no verdict could be had.
        """
        requirements = {cid: soft_text(cid, task.constraints) for cid in ids}
        async with self._client as client:
            judged = await judge_soft(client, self._prompts, task, prediction, requirements)
        self._book(judged.usage)
        return {cid: SoftVerdict(judged.scores[cid], judged.notes[cid]) for cid in ids}

    async def quality(self, task: Task, prediction: str) -> float:
        """Return the translation quality: 0, 0.5 or 1.

        Raises:
            JudgeError: no verdict could be had.
        """
        async with self._client as client:
            judged = await judge_quality(client, self._prompts, task, prediction)
        self._book(judged.usage)
        return judged.score

    def _book(self, used: Usage) -> None:
        for field in fields(Usage):
            setattr(self.usage, field.name, getattr(self.usage, field.name) + getattr(used, field.name))
