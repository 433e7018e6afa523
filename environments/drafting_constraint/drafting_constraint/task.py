"""The task: a row of the benchmark, and how a finished trace is scored."""

from __future__ import annotations

from typing import Any, Literal, Self

import verifiers.v1 as vf

from drafting_constraint.scoring import Judging, metrics
from inst_trans_env.envs.chat import JudgeOutage, answer_of
from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.lift import LiftTask, score_document
from inst_trans_env.lift.references import load_references
from inst_trans_env.lift.wire import from_wire, to_wire

INFO_KEY = "drafting_constraint"
"""Where the whole score lies in `trace.info`."""


class DraftingTaskConfig(vf.TaskConfig):
    """What scoring needs to know; handed down by the task set."""

    dataset_path: str = ""
    judge_model: str | None = None
    judge_base_url: str | None = None
    judge_api_key_var: str = "JUDGE_API_KEY"
    judged: bool = True

    @property
    def judging(self) -> Judging:
        """Who scores the judged constraints."""
        return Judging(self.judge_model, self.judge_base_url, self.judge_api_key_var, self.judged)


class DraftingData(vf.TaskData):
    """A row of the benchmark, so that traces carry it and workers can rebuild it."""

    id: str | None = None
    example_id: str
    topic: str
    document_outline: str
    dataset_name: str
    dataset_id: str
    split: str
    metadata: dict[str, Any]
    evaluations: list[dict[str, Any]]
    index_base: Literal[0, 1]
    index_among: Literal["siblings", "document"]

    @classmethod
    def of(cls, task: LiftTask, idx: int) -> Self:
        """Return the wire form of a task; `UserError` unless it is one user message after system messages."""
        *system, user = task.prompt
        if user["role"] != "user" or any(message["role"] != "system" for message in system):
            raise UserError(
                f"example {task.example_id!r}: field prompt: expected one user message, system messages before it"
            )
        row = to_wire(task)
        evaluations = row.pop("info")["evaluations"]
        del row["prompt"]
        return cls(
            idx=idx,
            id=task.example_id,
            name=task.example_id,
            prompt=user["content"],
            system_prompt="\n\n".join(message["content"] for message in system) or None,
            evaluations=evaluations,
            **row,
        )

    def task(self) -> LiftTask:
        """Return the task that this is the wire form of."""
        return from_wire(self.model_dump())


class DraftingTask(vf.Task[DraftingData, vf.State, DraftingTaskConfig]):
    """Scores a document: the weighted sum of the scores of its constraints."""

    @property
    def key(self) -> str:
        """The example id: stable under filters, unlike the content hash, which covers the position."""
        return self.data.example_id

    @vf.metric
    async def constraint_scores(self, trace: vf.Trace) -> dict[str, float]:
        """Score the trace once: subtotals become metrics, all of it goes to `trace.info`."""
        document, task, judging = answer_of(trace), self.data.task(), self.config.judging
        try:
            score, usage = await judging.score(task, document)
        except JudgeError as error:
            raise JudgeOutage(str(error)) from error
        if usage.tokens_sent or usage.tokens_received:
            trace.extra_usage.append(
                vf.Usage(prompt_tokens=usage.tokens_sent, completion_tokens=usage.tokens_received)
            )
        trace.info[INFO_KEY] = judging.signed(task, score)
        return metrics(score, document)

    @vf.reward
    async def weighted_sum(self, trace: vf.Trace) -> float:
        """Return the weighted sum, computed with the metrics, which run first."""
        return float(trace.info[INFO_KEY]["reward"])

    async def validate(self, runtime: vf.Runtime) -> bool | None:
        """Tell whether the reference meets every verifiable constraint; None where there is no reference."""
        reference = load_references(self.config.dataset_path).get(self.data.example_id)
        if reference is None:
            return None
        return score_document(self.data.task(), reference).verifiable_score == 1.0
