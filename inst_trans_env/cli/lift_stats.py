"""`inst-trans lift stats`: what a set of LIFT tasks holds."""

from __future__ import annotations

import json
from typing import Any

import click

from inst_trans_env.cli.lift_options import lift_options, load
from inst_trans_env.lift.summary import lift_counts
from inst_trans_env.report.tables import console, table


@click.command(
    epilog="""\b
Examples:
  inst-trans lift stats
  inst-trans lift stats --data data/splits/short_doc_few_constraints/test.jsonl
  inst-trans lift stats --data data/splits --config flat_doc_some_constraints --json"""
)
@lift_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(as_json: bool, **source: Any) -> None:
    """Count tasks and constraints by metric, weight group and place."""
    tasks = load(**source)
    counts = lift_counts(tasks)
    indexing = {"base": tasks.indexing.base, "among": tasks.indexing.among}
    if as_json:
        click.echo(
            json.dumps({"source": tasks.source, "indexing": indexing, **counts}, ensure_ascii=False, indent=2)
        )
        return
    page = console()
    spread = counts["constraints_per_task"]
    page.print(
        f"{counts['tasks']:,} tasks · {counts['constraints']:,} constraints, {counts['judged']:,} judged · "
        f"{spread['least']} to {spread['most']} a task, {spread['mean']:.1f} in the mean\n"
        f"{tasks.source} · selectors count from {indexing['base']}, {indexing['among']} · "
        f"{counts['weights_not_summing_to_1']:,} tasks whose weights do not sum to 1\n"
    )
    for name in ("metric", "weight_group", "place", "dataset"):
        what = "tasks" if name == "dataset" else "constraints"
        page.print(
            table(f"By {name.replace('_', ' ')}", (name.replace("_", " "), what), counts[name].items())
        )
