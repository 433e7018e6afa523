"""`inst-trans lift`: documents scored by constraints on their parts."""

from __future__ import annotations

from typing import ClassVar

import click

from inst_trans_env.cli import LazyGroup


class LiftGroup(LazyGroup):
    """The subcommands; `foo-bar` lives in `cli/lift_foo_bar.py`."""

    lazy_commands: ClassVar[dict[str, str]] = {
        "evaluate": "Score a file of predictions.",
        "explain": "Show one document with the place and score of every constraint.",
        "lint": "Check that prompts say what their rubrics check.",
        "show": "Show one task, readable.",
        "stats": "Count tasks and constraints by metric, group and place.",
        "synthesize": "Make drafting tasks with documents that meet them.",
        "traces": "Summarise a run of vf-eval.",
    }
    prefix: ClassVar[str] = "inst_trans_env.cli.lift_"


@click.group(cls=LiftGroup)
def command() -> None:
    """Score documents by constraints that are each scoped to one part (LIFT-Bench)."""
