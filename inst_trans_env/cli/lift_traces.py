"""`inst-trans lift traces`: the summary of a run of `vf-eval drafting-constraint`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import read_jsonl
from inst_trans_env.lift.summary import lift_summary
from inst_trans_env.report.tables import console, table

TRACES = "traces.jsonl"
INFO_KEY = "drafting_constraint"
"""Where the environment leaves the whole score in a trace's `info`."""

_LONGEST_ERROR = 96


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
    rollouts = list(_rollouts(run))
    scores = [found for found in rollouts if isinstance(found, dict)]
    errors = Counter(found for found in rollouts if isinstance(found, str))
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


def _rollouts(path: Path) -> Iterator[dict[str, Any] | str]:
    """Yield for each trace its score, or the error that it ended with."""
    file = path / TRACES if path.is_dir() else path
    if not file.exists():
        raise UserError(f"{file} does not exist: give the folder of a run of vf-eval, or its {TRACES}")
    for number, episode in read_jsonl(file):
        try:
            for trace in episode["traces"]:
                yield trace["info"][INFO_KEY] if trace["ok"] else _error(trace["errors"][-1])
            if not episode["traces"]:
                yield _error(episode["errors"][-1])
        except (KeyError, TypeError, IndexError) as error:
            raise DataError(
                f"{file}, line {number}: not a trace of drafting-constraint: {error!r}"
            ) from error


def _error(error: dict[str, Any]) -> str:
    return f"{error['type']}: {error['message']}"


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
        shown = [(error[:_LONGEST_ERROR], count) for error, count in errors.most_common(10)]
        page.print(table("Errors", ("error", "rollouts"), shown))
