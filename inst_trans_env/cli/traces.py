"""`inst-trans traces`: the summary of a run of `vf-eval`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from inst_trans_env.report.tables import console, summary_tables, table
from inst_trans_env.rollouts.traces import read_traces, score_row
from inst_trans_env.stats.summary import summarise

MOST_ERRORS = 10
"""Errors that the table shows, the most common ones."""


@click.command(
    epilog="""\b
Examples:
  inst-trans traces outputs/my-run
  inst-trans traces outputs/my-run/traces.jsonl --json"""
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--full", is_flag=True, help="Also by domain and language pair.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@click.pass_context
def command(ctx: click.Context, run: Path, full: bool, as_json: bool) -> None:
    """Summarise a run of `vf-eval inst-trans`: mean reward, pass rate of each gate, errors apart.

    Rollouts that errored have no reward and are counted by themselves, never as 0. `vf-eval` exits with 0
    even when every rollout errored; this exits with 1 then.
    """
    rollouts = list(read_traces(run))
    rows = [score_row(rollout) for rollout in rollouts if rollout.score is not None]
    errors = Counter(rollout.error for rollout in rollouts if rollout.score is None)
    incomplete = sum(1 for r in rollouts if r.score is not None and not r.score["complete"])
    rules = sorted({r.score["rules"] for r in rollouts if r.score is not None})
    config = {"rules": rules, "judge_model": None, "errored": errors.total(), "incomplete": incomplete}
    summary = summarise(rows, config)
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
    else:
        _print(summary, errors, full=full)
    if not rows:
        ctx.exit(1)


def error_table(errors: Counter[str]) -> Table:
    """Return the most common errors, whole: what helps stands at their ends, so lines wrap."""
    title = (
        "Errors"
        if len(errors) <= MOST_ERRORS
        else f"Errors, the {MOST_ERRORS} most common of {len(errors):,}"
    )
    grid = table(title, ("error", "rollouts"), errors.most_common(MOST_ERRORS))
    grid.columns[0].no_wrap, grid.columns[0].overflow = False, "fold"
    return grid


def _print(summary: dict[str, Any], errors: Counter[str], *, full: bool) -> None:
    page = console()
    if summary["total"]:
        totals = [
            ("mean reward (IF_Score)", summary["if_score"]),
            ("rollouts scored", summary["total"]),
            ("rollouts errored", errors.total()),
            ("with unjudged soft constraints", summary["config"]["incomplete"]),
        ]
        page.print(table(f"Run under {', '.join(summary['config']['rules'])}", ("", "value"), totals))
        for grid in list(summary_tables(summary))[1 : None if full else 2]:
            page.print(grid)
    if errors:
        page.print(error_table(errors))
