"""What both APIs share: which judge scores, a score as a reward, and as flat metrics."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from inst_trans_env.errors import UserError
from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, Usage, default_cache_path
from inst_trans_env.lift import LiftScore, LiftTask, score_document, score_document_async
from inst_trans_env.lift.judged import DEFAULT_MODEL
from inst_trans_env.lift.scoring import check_reward
from inst_trans_env.lift.signature import OF_THE_TASK, lift_signature

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Judging:
    """Who scores the judged constraints.

    Attributes:
        model: in place of the model that each constraint names; None: the one it names.
        base_url: the endpoint; `$JUDGE_API_BASE` when None. Where there is neither, nothing is judged.
        api_key_var: name of the variable that holds the key.
        enabled: False scores by rules alone even where there is an endpoint.
    """

    model: str | None = None
    base_url: str | None = None
    api_key_var: str = "JUDGE_API_KEY"
    enabled: bool = True

    @property
    def endpoint(self) -> str | None:
        """The endpoint in use; None when nothing is judged."""
        return (self.base_url or os.environ.get("JUDGE_API_BASE") or None) if self.enabled else None

    def check(self, tasks: Sequence[LiftTask]) -> None:
        """Refuse settings that cannot be, and tasks that would have no score (`UserError`)."""
        if self.endpoint is not None:
            _client(self)
            return
        if self.model is not None and self.enabled:
            raise UserError("judge_model needs an endpoint: set judge_base_url or JUDGE_API_BASE")
        for task in tasks:
            check_reward(task)

    async def score(self, task: LiftTask, document: str) -> tuple[LiftScore, Usage]:
        """Return the score of a document, and what the judge used.

        Raises:
            JudgeError: a verdict could not be had; there is no score then.
        """
        usage = Usage()
        if self.endpoint is None:
            return score_document(task, document), usage
        async with _client(self) as client:
            return await score_document_async(task, document, _Metered(client, usage), self.model), usage

    def signed(self, task: LiftTask, score: LiftScore) -> dict[str, Any]:
        """Return the score as data with what it rests on."""
        if score.reward is None:
            raise UserError("the task has weight on judged constraints only, and no judge is configured")
        judge = (self.model or OF_THE_TASK) if self.endpoint else None
        return score.to_dict() | {"signature": lift_signature(judge, task)}


@cache
def _client(judging: Judging) -> JudgeClient:
    """Return the client of these settings, one for the whole process."""
    key = os.environ.get(judging.api_key_var, "")
    config = JudgeConfig(base_url=judging.endpoint or "", key=key, model=judging.model or DEFAULT_MODEL)
    return JudgeClient(config, ReplyCache(default_cache_path()))


@dataclass(frozen=True, slots=True)
class _Metered:
    """A judge that adds up what its calls use."""

    client: JudgeClient
    usage: Usage

    async def ask(self, prompt: str, *, parse: Callable[[str], T], model: str | None = None) -> T:
        """Return the verdict, or raise `JudgeError`."""
        return await self.client.ask(prompt, parse=parse, model=model, usage=self.usage)


def metrics(score: LiftScore, document: str) -> dict[str, float]:
    """Return the parts of a score that there are.

    `complete` tells whether every constraint has a score, and so whether the reward is the benchmark's;
    `answered`, whether there is a document.
    """
    flat = {
        "answered": float(bool(document.strip())),
        "complete": float(score.unjudged == 0),
        "unjudged": float(score.unjudged),
        "constraints": float(len(score.results)),
        "raw": score.raw,
        "normalised": score.normalised,
        **score.subtotals(),
    }
    return {name: value for name, value in flat.items() if value is not None}
