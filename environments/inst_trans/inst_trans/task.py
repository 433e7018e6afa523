"""The task: a row of the benchmark, and how a finished trace is scored."""

from __future__ import annotations

from typing import Any, Literal, Self

import verifiers.v1 as vf

from inst_trans.judging import metrics, scorer_for, signed
from inst_trans_env.envs.chat import JudgeOutage, answer_of
from inst_trans_env.errors import JudgeError
from inst_trans_env.scoring import Scorer
from inst_trans_env.tasks import Task

Rules = Literal["published", "strict"]
INFO_KEY = "inst_trans"
"""Where the whole score lies in `trace.info`."""


class JudgeOptions(vf.BaseConfig):
    """An OpenAI-compatible endpoint that judges soft constraints and quality."""

    model: str | None = None
    """Model name; unset means that nothing is judged."""
    base_url: str | None = None
    """Base URL with `/v1`; `$JUDGE_API_BASE` when unset."""
    api_key_var: str = "JUDGE_API_KEY"
    """Name of the variable that holds the key."""
    quality: bool = False
    """Ask for the translation quality too (one more call a rollout; a metric, not part of the reward)."""


class InstTransTaskConfig(vf.TaskConfig):
    """What scoring needs to know; handed down by the task set."""

    rules: Rules = "published"
    judge: JudgeOptions = JudgeOptions()


class InstTransData(vf.TaskData):
    """A row of the benchmark, field by field, so that traces carry it and workers can rebuild it."""

    id: str | None = None
    case_id: str
    reference: str
    source_lang: str
    target_lang: str
    source_text: str
    constraints: list[str]
    constraint_ids: list[str]
    scenario: str
    domain: str
    duration_s: list[float] | None = None
    batch_size: int | None = None
    style: dict[str, Any] | None = None

    @classmethod
    def of(cls, task: Task, idx: int) -> Self:
        """Return the wire form of a task."""
        return cls(idx=idx, id=task.case_id, name=task.case_id, **task.to_row())

    def task(self) -> Task:
        """Return the task that this is the wire form of."""
        return Task.from_row(self.model_dump(include=ROW_FIELDS))


ROW_FIELDS = {"prompt", *InstTransData.model_fields} - set(vf.TaskData.model_fields) | {"prompt"}


class InstTransTask(vf.Task[InstTransData, vf.State, InstTransTaskConfig]):
    """Scores a translation: gates times the mean of the soft constraints."""

    @property
    def key(self) -> str:
        """The case id: stable under filters, unlike the content hash, which covers the position."""
        return self.data.case_id

    @vf.metric
    async def constraint_scores(self, trace: vf.Trace) -> dict[str, float]:
        """Score the trace once: gates and soft scores become metrics, all of it goes to `trace.info`."""
        prediction = answer_of(trace)
        scorer = scorer_for(self.config.rules, **self.config.judge.model_dump())
        try:
            score = await scorer.ascore(self.data.task(), prediction)
        except JudgeError as error:
            raise JudgeOutage(str(error)) from error
        if any(score.judge_tokens):
            sent, received = score.judge_tokens
            trace.extra_usage.append(vf.Usage(prompt_tokens=sent, completion_tokens=received))
        trace.info[INFO_KEY] = signed(score, self.data.task(), self.config.judge.model)
        return metrics(score)

    @vf.reward
    async def if_score(self, trace: vf.Trace) -> float:
        """Return IF_Score, computed with the metrics, which run first."""
        return float(trace.info[INFO_KEY]["reward"])

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Tell whether the reference passes every gate; no judge is asked."""
        score = Scorer(rules=self.config.rules).score(self.data.task(), self.data.reference)
        return score.gates_passed
