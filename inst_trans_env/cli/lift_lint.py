"""`inst-trans lift lint`: whether the prompts of synthesised tasks say what their rubrics check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from inst_trans_env.cli.lift_options import lift_options, load
from inst_trans_env.lift import LiftTaskSet
from inst_trans_env.lift.load import SPLITS
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
@click.pass_context
def command(ctx: click.Context, /, as_json: bool, **source: Any) -> None:
    """Check that every number and string of a rubric stands in its prompt, where it counts, and no more.

    For tasks in the form that `inst-trans lift synthesize` writes. Of a folder, the sample or the hub all splits
    are checked, unless --split names one. Exits with 1 when there is a fault.
    """
    sets = _sets(chosen=ctx.get_parameter_source("split") is not ParameterSource.DEFAULT, **source)
    tasks = [task for found in sets for task in found]
    faults = [(task.example_id, fault) for task in tasks for fault in lint_task(task)]
    if as_json:
        rows = [
            {"example_id": name, "evaluation_id": fault.evaluation_id, "fault": fault.message}
            for name, fault in faults
        ]
        sources = [found.source for found in sets]
        click.echo(
            json.dumps(
                {"sources": sources, "tasks": len(tasks), "faults": rows}, ensure_ascii=False, indent=2
            )
        )
    else:
        page = console()
        for name, fault in faults:
            page.print(f"{name}: {fault}", markup=False, soft_wrap=True)
        page.print(f"{len(tasks):,} tasks, {len(faults):,} faults in", markup=False)
        for found in sets:
            page.print(f"  {found.source}", markup=False, soft_wrap=True)
    if faults:
        raise SystemExit(1)


def _sets(data: str, split: str, *, chosen: bool, **source: Any) -> list[LiftTaskSet]:
    """Return the tasks of the split that was chosen, else of every split that the source has."""
    path = Path(data)
    if chosen or path.is_file() or data.startswith("sample:"):
        return [load(data=data, split=split, **source)]
    held = [
        name
        for name in SPLITS
        if not path.is_dir() or (path / str(source["config"]) / f"{name}.jsonl").is_file()
    ]
    return [load(data=data, split=name, **source) for name in held or [split]]
