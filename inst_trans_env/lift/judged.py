"""Metrics that a judge scores: the request is built here and the verdict read here; asking is done elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from string import Template
from typing import Annotated, Literal, Protocol, TypeVar

import msgspec

from inst_trans_env.lift.metrics.base import Result, Text, doc
from inst_trans_env.lift.scope import Scope

DEFAULT_MODEL = "google/gemma-4-31B-it"
PROMPT_VERSION = "lift-judged.v1"
"""Named in signatures; raised with every change of the prompt's text."""

T = TypeVar("T")

_INSTRUCTIONS = {
    "yes_no": "Does the part meet the requirement? Answer with one word, yes or no.",
    "0_1": "How far does the part meet the requirement? Answer with one number from 0 (not at all) to 1 (fully).",
}
_YES_NO = re.compile(r"(yes|no)[.!]?", re.IGNORECASE)
_NUMBER = re.compile(r"(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?|\.\d{1,6})")


class Judge(Protocol):
    """Whatever can be asked; `inst_trans_env.judge.JudgeClient` is one."""

    async def ask(self, prompt: str, *, parse: Callable[[str], T], model: str | None = None) -> T:
        """Return the verdict that `parse` reads from the reply, or raise `JudgeError`."""


class JudgedArgs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of a judged metric."""

    question: Annotated[Text | None, doc("A question about the element; yes meets the requirement.")] = None
    criterion: Annotated[Text | None, doc("What the element must do; give this or `question`.")] = None
    scale: Annotated[Literal["yes_no", "0_1"], doc("Whether the verdict is yes or no, or a number.")] = (
        "yes_no"
    )
    critic_model_name: Annotated[Text, doc("The judge that scores it.")] = DEFAULT_MODEL

    def __post_init__(self) -> None:
        """Require one requirement."""
        if (self.question is None) == (self.criterion is None):
            raise ValueError("give either question or criterion")

    @property
    def requirement(self) -> str:
        """The question or criterion."""
        return self.question or self.criterion or ""


JUDGED: dict[str, type[JudgedArgs]] = {"judged_question": JudgedArgs}
"""Arguments of judged metrics by ``metric_name``."""


def judge_prompt(scope: Scope, args: JudgedArgs, outline: str) -> str:
    """Return the request: the element as written, its place, the outline, the requirement."""
    values = {
        "outline": outline.strip() or "(none: the requirement is on the whole document)",
        "place": scope.place,
        "part": scope.source,
        "requirement": args.requirement,
        "instruction": _INSTRUCTIONS[args.scale],
    }
    return _template().substitute({key: _inert(value) for key, value in values.items()})


async def judge_scope(
    scope: Scope, args: JudgedArgs, outline: str, judge: Judge, model: str | None = None
) -> Result:
    """Return the judge's score of an element. An element with nothing in it scores 0 without a call.

    Args:
        scope: the element.
        args: what is asked about it.
        outline: the outline of the task, shown to the judge.
        judge: who is asked.
        model: another judge than the one that the task names.

    Raises:
        JudgeError: no verdict could be had. Never turned into a score.
    """
    if scope.is_blank:
        return Result(0.0, "the scoped element is empty")
    name = model or args.critic_model_name
    score = await judge.ask(judge_prompt(scope, args, outline), parse=_READERS[args.scale], model=name)
    return Result(score, f"judged {score:g} by {name}")


def read_yes_no(reply: str) -> float:
    """Return 1 for yes and 0 for no; anything else is no verdict (`ValueError`)."""
    match = _YES_NO.fullmatch(_bare(reply))
    if match is None:
        raise ValueError(f"expected yes or no, got {reply[:80]!r}")
    return 1.0 if match[1].lower() == "yes" else 0.0


def read_number(reply: str) -> float:
    """Return a number from 0 to 1; anything else is no verdict (`ValueError`)."""
    text = _bare(reply).rstrip(".")
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"expected a number from 0 to 1, got {reply[:80]!r}")
    return float(text)


_READERS: dict[str, Callable[[str], float]] = {"yes_no": read_yes_no, "0_1": read_number}


def _bare(reply: str) -> str:
    """Return a reply without white space and emphasis around it; nothing for a long one, which is no verdict."""
    text = reply.strip()
    return text.strip("*_`\"'").strip() if len(text) <= 200 else ""


def _inert(text: str) -> str:
    """Return text that cannot close the tags which the prompt puts around it."""
    return re.sub(r"</?(?=(?:part|outline)\s*>)", "‹", text, flags=re.IGNORECASE)


@cache
def _template() -> Template:
    return Template(
        resources.files("inst_trans_env.lift.prompts").joinpath("judged.v1.txt").read_text("utf-8")
    )
