"""`inst-trans show`: one task, readable."""

from __future__ import annotations

import json

import click
from rich.rule import Rule
from rich.text import Text

from inst_trans_env.cli.options import data_option
from inst_trans_env.errors import UserError
from inst_trans_env.report.tables import console
from inst_trans_env.spelling import not_found
from inst_trans_env.tasks import Task, load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans show sample-en-001
  inst-trans show sample-en-001 --json"""
)
@click.argument("case_id")
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print the row as JSON.")
def command(case_id: str, data: str, as_json: bool) -> None:
    """Show the task CASE_ID: what the model is told, the reference, and what is known about it."""
    task = find_task(load_tasks(data), case_id)
    if as_json:
        click.echo(json.dumps(task.to_row(), ensure_ascii=False, indent=2))
    else:
        _print(task)


def find_task(tasks: list[Task], case_id: str) -> Task:
    """Return the task with this id, or raise `UserError` with the nearest ids that there are."""
    by_id = {task.case_id: task for task in tasks}
    if case_id not in by_id:
        raise UserError(not_found("case_id", case_id, by_id))
    return by_id[case_id]


def _print(task: Task) -> None:
    page = console()
    facts = {
        "case": task.case_id,
        "languages": f"{task.source_lang} → {task.target_lang}",
        "domain": f"{task.domain} ({task.scenario})",
        "style": json.dumps(dict(task.style), ensure_ascii=False) if task.style else None,
        "lines": str(task.batch_size) if task.batch_size else None,
        "seconds": ", ".join(map(str, task.duration_s)) if task.duration_s else None,
    }
    for name, fact in facts.items():
        if fact:
            page.print(Text(f"{name:10}", style="bold"), Text(fact))
    page.print(Rule("constraints", align="left"))
    for cid, line in zip(task.constraint_ids, task.constraints, strict=True):
        page.print(Text(f"{cid:26}", style="cyan"), Text(line))
    for title, text in (("source", task.source_text), ("reference", task.reference)):
        page.print(Rule(title, align="left"))
        page.print(Text(text))
