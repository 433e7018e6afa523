"""Options that several subcommands share."""

from __future__ import annotations

import math
from typing import Any

import click

from inst_trans_env.constraints.registry import RULE_SETS


class Number(click.FloatRange):
    """A number within bounds; unlike click's own range it takes neither ``nan`` nor ``inf``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail with one sentence."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


data_option = click.option(
    "--data",
    default="sample",
    show_default=True,
    metavar="SOURCE",
    help="Tasks: `sample`, `hub[:revision]`, or the path of a JSONL file.",
)
rules_option = click.option(
    "--rules",
    type=click.Choice(list(RULE_SETS)),
    default="published",
    show_default=True,
    help="Rule set: `published` for comparable figures, `strict` for right verdicts.",
)
