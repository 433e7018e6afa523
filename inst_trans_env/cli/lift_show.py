"""`inst-trans lift show`: one LIFT task, readable."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.rule import Rule
from rich.text import Text

from inst_trans_env.cli.lift_options import find_example, lift_options, load
from inst_trans_env.lift import Evaluation, LiftTask
from inst_trans_env.report.tables import console


@click.command(
    epilog="""\b
Examples:
  inst-trans lift show l3_d2_sh3_sv2_snv2-test-00000
  inst-trans lift show --data test.jsonl EXAMPLE_ID
  inst-trans lift show --data test.jsonl EXAMPLE_ID --json"""
)
@click.argument("example_id")
@lift_options
@click.option("--json", "as_json", is_flag=True, help="Print the row as JSON.")
def command(example_id: str, as_json: bool, **source: Any) -> None:
    """Show the task EXAMPLE_ID: what the model is told, the outline, and every constraint with its place."""
    task = find_example(load(**source), example_id)
    if as_json:
        click.echo(json.dumps(task.to_row(), ensure_ascii=False, indent=2))
    else:
        _print(task)


def where(entry: Evaluation) -> str:
    """Return the place of a constraint as its selector names it."""
    path = " > ".join(f"{tag} {index}" for tag, index in entry.selector.path) or "document"
    return f"{path} (own content)" if entry.selector.is_shallow else path


def _print(task: LiftTask) -> None:
    page = console()
    facts = {
        "example": task.example_id,
        "topic": task.topic,
        "dataset": f"{task.dataset_name} {task.split}".strip(),
    }
    for name, fact in facts.items():
        if fact:
            page.print(Text(f"{name:10}", style="bold"), Text(fact))
    for message in task.prompt:
        page.print(Rule(message["role"], align="left"))
        page.print(Text(message["content"]))
    if task.document_outline:
        page.print(Rule("outline", align="left"))
        page.print(Text(task.document_outline))
    page.print(Rule("constraints", align="left"))
    for entry in task.evaluations:
        page.print(Text.assemble((f"{entry.metric_name:24}", "cyan"), f"{entry.weight:7.4f}  {where(entry)}"))
        page.print(Text("  " + json.dumps(dict(entry.metric_args), ensure_ascii=False), style="dim"))
