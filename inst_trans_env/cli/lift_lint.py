"""`inst-trans lift lint`: whether the prompts of synthesised tasks say what their rubrics check."""

from __future__ import annotations

import json
from typing import Any

import click

from inst_trans_env.cli.lift_options import lift_options, load
from inst_trans_env.lift.synthesis import lint_task
from inst_trans_env.report.tables import console


@click.command(
    epilog="""\b
Examples:
  inst-trans lift lint --data tasks/short_doc_few_constraints/test.jsonl
  inst-trans lift lint --data tasks --config flat_doc_many_constraints --split train --json"""
)
@lift_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of lines.")
def command(as_json: bool, **source: Any) -> None:
    """Check that every number and string of a rubric stands in its prompt, where it counts, and no more.

    For tasks in the form that `inst-trans lift synthesize` writes. Exits with 1 when there is a fault.
    """
    tasks = load(**source)
    faults = [(task.example_id, fault) for task in tasks for fault in lint_task(task)]
    if as_json:
        rows = [
            {"example_id": name, "evaluation_id": fault.evaluation_id, "fault": fault.message}
            for name, fault in faults
        ]
        click.echo(json.dumps({"tasks": len(tasks), "faults": rows}, ensure_ascii=False, indent=2))
    else:
        page = console()
        for name, fault in faults:
            page.print(f"{name}: {fault}", markup=False, soft_wrap=True)
        page.print(f"{len(tasks):,} tasks, {len(faults):,} faults")
    if faults:
        raise SystemExit(1)
