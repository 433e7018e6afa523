"""Options that several subcommands share."""

from __future__ import annotations

import click

from inst_trans_env.constraints.registry import RULE_SETS

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
