"""`inst-trans compare`: whether two runs differ by more than chance."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from inst_trans_env.errors import UserError
from inst_trans_env.report.tables import console, table
from inst_trans_env.run import SCORES, read_summary, whole_rows
from inst_trans_env.stats.resample import Comparison, compare, interval


@click.command(
    epilog="""\b
Examples:
  inst-trans compare outputs/base outputs/tuned
  inst-trans compare outputs/base outputs/tuned --json"""
)
@click.argument("run_a", type=click.Path(path_type=Path))
@click.argument("run_b", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(run_a: Path, run_b: Path, as_json: bool) -> None:
    """Compare two output folders of `evaluate` case by case.

    Prints means with 95% bootstrap intervals, the paired difference and a permutation p-value (seeded).
    Runs whose signatures differ in rules, judge, prompts or data are refused.
    """
    _check_signatures(run_a, run_b)
    a, b = _scores(run_a), _scores(run_b)
    if set(a) != set(b):
        raise UserError(f"{run_a} and {run_b} scored different cases: {len(set(a) ^ set(b))} are in one only")
    figures = {
        name: ([a[cid][name] for cid in a], [b[cid][name] for cid in a])
        for name in ("if_score", "quality_score")
        if all(row[name] is not None for row in (*a.values(), *b.values()))
    }
    results = {name: compare(*pair) for name, pair in figures.items()}
    means = {name: [asdict(interval(values)) for values in pair] for name, pair in figures.items()}
    if as_json:
        data = {name: {"runs": means[name], **asdict(result)} for name, result in results.items()}
        click.echo(json.dumps(data, indent=2))
        return
    console().print(
        table(
            f"A: {run_a}   B: {run_b}   ({len(a):,} cases)",
            ("", "A", "B", "B - A", "95% interval", "p", "B wins", "ties", "A wins"),
            [_row(name, means[name], result) for name, result in results.items()],
        )
    )


def _row(name: str, means: list[dict[str, float]], result: Comparison) -> tuple[Any, ...]:
    difference = result.difference
    bounds = f"{difference.low:+.4f} … {difference.high:+.4f}"
    first, second = (entry["mean"] for entry in means)
    change = f"{difference.mean:+.4f}"
    return (name, first, second, change, bounds, result.p_value, result.wins, result.ties, result.losses)


def _scores(folder: Path) -> dict[str, dict[str, Any]]:
    return {row["case_id"]: row for row in whole_rows(folder / SCORES)}


def _check_signatures(*folders: Path) -> None:
    signatures = [read_summary(folder)["config"]["signature"] for folder in folders]
    first, second = (set(signature.split("|")) for signature in signatures)
    if first != second:
        raise UserError(
            f"not comparable: {' '.join(sorted(first - second))} against {' '.join(sorted(second - first))}"
        )
