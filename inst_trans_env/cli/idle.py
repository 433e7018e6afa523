"""Options that would have no effect beside the others are refused: who gives one expects something of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from inst_trans_env.cli.judge_options import JudgeOptions
from inst_trans_env.scoring.rewards import LIFT

if TYPE_CHECKING:
    from inst_trans_env.rollouts.pipeline import Run

Reasons = dict[str, str]
"""Name of a parameter -> why it would have no effect, to follow the option's name."""

_PAIRS = ("pairs", "margin", "length_ratio", "pairs_per_group")


def given(ctx: click.Context, name: str) -> bool:
    """Return whether an option was given, with its default or another value."""
    return ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def refuse_idle(ctx: click.Context, reasons: Mapping[str, str]) -> None:
    """Raise `UsageError` for the first option given that has a reason to have no effect."""
    for param in ctx.command.params:
        if param.name in reasons and given(ctx, param.name):
            raise click.UsageError(f"{max(param.opts, key=len)} {reasons[param.name]}", ctx)


def refuse_idle_data(ctx: click.Context, run: Run) -> None:
    """Refuse `--data` where every rollout carries its task."""
    if given(ctx, "data") and all(unit.form == "traces" for unit in run.units):
        raise click.UsageError("--data is for rollouts that carry no task: traces carry theirs, leave it out")


def judge_reasons(*, judged: bool, add: str, drafts: bool, priced: bool) -> Reasons:
    """Return why options on the judge would have no effect.

    Args:
        judged: whether a judge is asked.
        add: how to have one asked.
        drafts: whether documents are judged, by prompts of their own.
        priced: whether anybody looks at what it costs.
    """
    if not judged:
        return dict.fromkeys(JudgeOptions.__slots__, f"is about the judge: {add}")
    own = "is about judging translations: leave it out with --formula lift"
    reasons = dict.fromkeys(("judge_prompts", "judge_schema", "votes"), own) if drafts else {}
    return reasons if priced else reasons | {"price": "is about costs: add --max-cost or --dry-run"}


def translation_reasons(formula: str) -> Reasons:
    """Return why options on translations would have no effect."""
    about = "is about translations: leave it out with --formula lift"
    return {"rules": about} if formula == LIFT else {}


def export_reasons(to: str, pairs: str, top_k: int | None) -> Reasons:
    """Return why options on what is written would have no effect, or leave nothing to write."""
    reasons = {} if to == "kto" else {"desirable": "is about labels: add --to kto"}
    if to == "grpo":
        # A row tells of all answers that count, whichever of them are chosen.
        chooses = "chooses among answers, which rows of --to grpo do not hold: leave it out"
        reasons |= dict.fromkeys(("top_k", "near_duplicates"), chooses)
    if to != "dpo":
        return reasons | dict.fromkeys(_PAIRS, "is about pairs: add --to dpo")
    one = "keeps one answer of a group, and a pair takes two: leave it out with --to dpo"
    reasons |= {"best_of": one} | ({"top_k": one} if top_k == 1 else {})
    return (
        reasons if pairs == "length" else reasons | {"length_ratio": "is about lengths: add --pairs length"}
    )


def engine_reasons(engine: str, address: str | None) -> Reasons:
    """Return why options on where jobs run would have no effect."""
    if engine != "ray":
        return {"address": "is of a Ray cluster: add --engine ray"}
    return {"workers": "is about this machine: the cluster at --address has its own"} if address else {}
