"""`inst-trans lift traces`: the summary of a run of `vf-eval drafting-constraint`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.traces import error_table
from inst_trans_env.errors import DataError
from inst_trans_env.lift.summary import lift_summary
from inst_trans_env.report.tables import console, table
from inst_trans_env.rollouts.traces import INFO_KEYS, read_traces

_FIGURES = ("reward", "basis", "raw", "normalised", "verifiable_score", "unjudged")


@click.command(
    epilog="""\b
Examples:
  inst-trans lift traces outputs/draft
  inst-trans lift traces outputs/draft/traces.jsonl --json"""
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@click.pass_context
def command(ctx: click.Context, run: Path, as_json: bool) -> None:
    """Summarise a run of `vf-eval drafting-constraint`: mean reward, constraints by metric, errors apart.

    Rollouts that errored have no reward and are counted by themselves, never as 0. `vf-eval` exits with 0
    even when every rollout errored; this exits with 1 then.
    """
    rollouts = list(read_traces(run, INFO_KEYS[1]))
    scores = [_score(run, found.score) for found in rollouts if found.score is not None]
    errors = Counter(found.error for found in rollouts if found.score is None)
    summary = {
        "errored": errors.total(),
        "by_rules_alone": sum(bool(score["unjudged"]) for score in scores),
        "signatures": sorted({score["signature"] for score in scores}),
        **lift_summary(scores),
    }
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
    else:
        _print(summary, errors)
    if not scores:
        ctx.exit(1)


def _score(run: Path, score: Mapping[str, Any]) -> dict[str, Any]:
    """Return a score that holds all that a summary reads."""
    lacking = [name for name in (*_FIGURES, "results", "signature") if name not in score]
    if lacking:
        raise DataError(
            f"{run}: a score without {', '.join(lacking)}: written by another version of the package"
        )
    return dict(score)


def _print(summary: dict[str, Any], errors: Counter[str]) -> None:
    page = console()
    totals = [
        ("mean reward", summary["reward"]),
        ("rollouts scored", summary["documents"]),
        ("rollouts errored", summary["errored"]),
        ("scored by rules alone", summary["by_rules_alone"]),
        ("verifiable constraints, weighted", summary["verifiable_score"]),
    ]
    page.print(table("Run", ("", "value"), totals))
    rows = [(name, entry["total"], entry["mean"]) for name, entry in summary["by_metric"].items()]
    page.print(table("By metric", ("metric", "constraints", "mean"), rows))
    if errors:
        page.print(error_table(errors))
