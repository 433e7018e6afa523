"""OpenRLHF: ``reward_func`` for ``--reward.remote_url <this file>``; the label of a sample is its case id.

Settings: see `inst_trans_env.trainers.environment`. For a server instead, see ``inst-trans serve --reward``.
Checked against OpenRLHF 0.11.2, which calls it with one sample at a time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.trainers.core import Outcome, Reward
from inst_trans_env.trainers.environment import reward_from_environment

_SPECIAL = re.compile(r"(?:<\|[^|<>]{1,40}\|>|</s>|<eos>|<pad>|<end_of_turn>|\s)+\Z")
"""What a tokenizer leaves behind an answer: queries are decoded with their special tokens."""


def answer_of(query: str, prompt: str) -> str:
    """Return the answer in a query: what stands behind the prompt, without special tokens at the end.

    Raises:
        UserError: the query does not hold the prompt.
    """
    if not prompt or prompt not in query:
        raise UserError("a query does not hold its prompt: the two were decoded in different ways")
    rest = query.partition(prompt)[2]
    match = _SPECIAL.search(rest[-400:])
    return rest[: len(rest) - len(match[0])] if match and "<" in match[0] else rest


def answers_of(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return the answers in queries; `UserError` where one has none, or the lists do not fit together."""
    if not len(queries) == len(prompts) == len(labels):
        raise UserError("query, prompts and labels must be lists of one length")
    for text in (*queries, *prompts):
        if not isinstance(text, str):
            raise UserError(f"query and prompts must be lists of strings, not of {type(text).__name__}")
    return [answer_of(query, prompt) for query, prompt in zip(queries, prompts, strict=True)]


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str]) -> dict[str, Any]:
    """Return ``rewards``, ``scores`` and ``extra_logs`` of answers; a query is the prompt and the answer.

    Raises:
        JudgeError: the judge gave no verdict, so that there is no reward.
        UserError: lists of different lengths, a query without its prompt, or a label that is no case id.
    """
    answers = answers_of(queries, prompts, labels)
    reward = reward_from_environment()
    return reply(reward, reward.outcomes(labels, answers))


def reply(reward: Reward, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return outcomes as OpenRLHF reads them: lists, the logs under the same names for every task.

    Raises:
        JudgeError: one has no reward. OpenRLHF takes anything else for a reward.
    """
    if unknown := {outcome.error for outcome in outcomes if outcome.reward is None}:
        raise JudgeError("; ".join(sorted(unknown)))
    rewards = [outcome.reward for outcome in outcomes]
    columns = [reward.columns(outcome) for outcome in outcomes]
    logs = {name: [column[name] for column in columns] for name in (columns[0] if columns else ())}
    return {"rewards": rewards, "scores": rewards, "extra_logs": logs}
