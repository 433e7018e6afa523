"""`inst-trans stats`: what a set of tasks holds."""

from __future__ import annotations

import json

import click

from inst_trans_env.cli.options import data_option
from inst_trans_env.constraints.registry import CONSTRAINTS
from inst_trans_env.report.tables import console, table
from inst_trans_env.stats.summary import task_counts
from inst_trans_env.tasks import load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans stats
  inst-trans stats --data data/test.jsonl --json"""
)
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(data: str, as_json: bool) -> None:
    """Count tasks by constraint, constraints a task, domain, scenario and languages."""
    tasks = load_tasks(data)
    counts = task_counts(tasks)
    if as_json:
        document = {"source": tasks.source, "sha256": tasks.sha256, "total": len(tasks), **counts}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    page = console()
    page.print(f"{len(tasks):,} tasks · {tasks.source} · SHA-256 {tasks.sha256[:8]}\n")
    for name, values in counts.items():
        if name == "constraint":
            rows = [
                (cid, CONSTRAINTS[cid].kind, count, CONSTRAINTS[cid].summary) for cid, count in values.items()
            ]
            page.print(table("By constraint", ("constraint", "kind", "tasks", "what it requires"), rows))
        else:
            page.print(table(f"By {name}", (name, "tasks"), values.items()))
