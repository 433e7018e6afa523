"""`inst-trans prepare`: what a model is sent, and nothing else."""

from __future__ import annotations

from pathlib import Path

import click

from inst_trans_env.cli.options import data_option
from inst_trans_env.files import write_jsonl
from inst_trans_env.tasks import load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans prepare --output inputs.jsonl
  inst-trans prepare --data data/test.jsonl --output inputs.jsonl"""
)
@data_option
@click.option("--output", required=True, type=click.Path(path_type=Path), help="JSONL file to write.")
@click.option("--limit", type=click.IntRange(1), help="Only the first N tasks.")
def command(data: str, output: Path, limit: int | None) -> None:
    """Write model inputs: one line a task with case_id and chat messages, never the reference."""
    tasks = load_tasks(data, limit=limit)
    write_jsonl(
        output,
        ({"case_id": task.case_id, "messages": [{"role": "user", "content": task.prompt}]} for task in tasks),
    )
    click.echo(f"{len(tasks)} inputs written to {output}", err=True)
