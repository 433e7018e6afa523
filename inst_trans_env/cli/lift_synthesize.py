"""`inst-trans lift synthesize`: make drafting tasks with documents that meet them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.judge_options import endpoint_options, open_client
from inst_trans_env.cli.stopping import notes
from inst_trans_env.lift.load import CONFIGS
from inst_trans_env.lift.synthesis import Order, Parameters, Synthesis, load_topics
from inst_trans_env.lift.synthesis.model import ModelIdeas
from inst_trans_env.lift.synthesis.write import write_synthesis
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, table


@click.command(
    epilog="""\b
Examples:
  inst-trans lift synthesize --output tasks --train 200 --test 20
  inst-trans lift synthesize --output tasks --config flat_doc_some_constraints --config l4_d3_sh6_sv2_snv1
  inst-trans lift synthesize --output tasks --topics topics.txt --model MODEL --max-calls 500

\b
The model's endpoint and key: JUDGE_API_BASE, JUDGE_API_KEY."""
)
@click.option("--output", required=True, type=click.Path(path_type=Path), help="Folder for the tasks.")
@click.option(
    "--config",
    "configs",
    multiple=True,
    metavar="NAME",
    help="Config by name or code (l3_d2_sh5_sv3_snv2, flat_sv3_snv3); the benchmark's ten by default.",
)
@click.option("--train", default=0, show_default=True, type=click.IntRange(0), help="Topics for training.")
@click.option("--test", default=12, show_default=True, type=click.IntRange(0), help="Topics for testing.")
@click.option("--seed", default=0, show_default=True, help="Of all random choices.")
@click.option(
    "--topics", type=click.Path(path_type=Path), help="Topics, one a line; the shipped list by default."
)
@click.option("--model", help="Model that fills in headers, words and questions; templates by default.")
@click.option("--api", type=click.Choice(["chat", "responses"]), help="Request shape; by name if unset.")
@endpoint_options("Model", "replies", 32)
@click.option("--json", "as_json", is_flag=True, help="Print the manifest as JSON instead of a table.")
def command(
    output: Path,
    configs: tuple[str, ...],
    train: int,
    test: int,
    seed: int,
    topics: Path | None,
    model: str | None,
    as_json: bool,
    **endpoint: Any,
) -> None:
    """Make tasks of LIFT-Bench's kind: topics, outlines, constraints.

    Every task comes with a document that meets all its verifiable constraints, so they never contradict each
    other; a task without one is not written. Configs of one outline shape share topics and outlines; training
    and test share no topic. The same seed makes the same tasks. A run with a model that was stopped goes on:
    replies are cached.
    """
    chosen = [Parameters.parse(name) for name in configs or CONFIGS]
    order = Order(load_topics(topics), chosen, seed, train, test)
    manifest = asyncio.run(_run(order, output, model, endpoint))
    if as_json:
        click.echo(json.dumps(manifest, ensure_ascii=False, indent=2))
    else:
        _print(manifest, output)


async def _run(order: Order, output: Path, model: str | None, endpoint: dict[str, Any]) -> dict[str, Any]:
    with progress("documents", order.documents) as done:
        if model is None:
            notes("no task is written; the same command starts anew")
            return await write_synthesis(Synthesis(order), output, lambda: done(1))
        notes("no task is written, but replies are kept; the same command goes on from there")
        async with open_client(model=model, fail_together=True, **endpoint) as client:
            return await write_synthesis(Synthesis(order, ModelIdeas(client)), output, lambda: done(1))


def _print(manifest: dict[str, Any], output: Path) -> None:
    columns = ("config", "split", "tasks", "verifiable", "judged")
    rows = [
        (name, split, *(counts[column] for column in columns[2:]))
        for name, config in manifest["configs"].items()
        for split, counts in config.items()
        if split != "dataset_id"
    ]
    page = console()
    page.print(table("Tasks and their constraints", columns, rows))
    page.print(f"documents thrown away: {sum(manifest['rejected_documents'].values()):,}")
    for reason, count in manifest["rejected_documents"].items():
        page.print(f"  {count:,} × {reason}", markup=False)
    page.print(f"topics without a document: {', '.join(manifest['lost_topics']) or 'none'}", markup=False)
    page.print(f"written to {output}", markup=False)
