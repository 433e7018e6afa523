"""`inst-trans evaluate`: score a file of predictions."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from pathlib import Path

import click

from inst_trans_env.cli.options import data_option, rules_option
from inst_trans_env.files import read_bytes
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, summary_tables
from inst_trans_env.rollouts.predictions import read_predictions
from inst_trans_env.run import RunFolder, run
from inst_trans_env.scoring import Scorer
from inst_trans_env.stats.signature import signature
from inst_trans_env.stats.summary import summarise
from inst_trans_env.tasks import load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans evaluate --predictions out.jsonl --output-dir outputs/eval --skip-judge
  inst-trans evaluate --predictions out.jsonl --output-dir outputs/eval --skip-judge --rules strict"""
)
@click.option(
    "--predictions", required=True, type=click.Path(path_type=Path), help="JSONL: case_id, prediction."
)
@click.option("--output-dir", required=True, type=click.Path(path_type=Path), help="Folder for the results.")
@data_option
@rules_option
@click.option("--limit", type=click.IntRange(1), help="Only the first N tasks; the run is then not formal.")
@click.option("--skip-judge", is_flag=True, help="Rules only: soft constraints stay unscored.")
@click.option("--overwrite", is_flag=True, help="Discard what the folder holds of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
def command(
    predictions: Path,
    output_dir: Path,
    data: str,
    rules: str,
    limit: int | None,
    skip_judge: bool,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Score predictions: writes scores.jsonl and summary.json. Killed and started again, it goes on."""
    everything = load_tasks(data)
    answers = read_predictions(predictions, {task.case_id for task in everything})
    tasks = everything[:limit]
    scorer = Scorer(rules)
    scorer.check_tasks(tasks)
    sign = signature(
        rules=scorer.rules, judge="none", prompts="none", data_sha256=everything.sha256, rows=len(tasks)
    )
    identity = {
        "signature": sign,
        "data": everything.sha256,
        "predictions": hashlib.sha256(read_bytes(predictions)).hexdigest(),
    }
    if overwrite:
        shutil.rmtree(output_dir, ignore_errors=True)
    folder = RunFolder(output_dir, identity)
    work = [(task, answers.get(task.case_id, "")) for task in tasks]
    with progress("rows", len(work)) as done:
        asyncio.run(run(scorer, work, folder, concurrency=1, done=done))
    config = {
        "rules": scorer.rules,
        "judge_model": None,
        "prompt_version": None,
        "data_file": everything.source,
        "instances_scored": len(tasks),
        "formal_run": False,
        "signature": sign,
    }
    order = [task.case_id for task in tasks]
    summary = summarise([folder.finished()[case_id] for case_id in order], config)
    folder.finish(order, summary)
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
        return
    page = console()
    for grid in summary_tables(summary):
        page.print(grid)
    page.print(f"{sign}\nscores and summary are in {output_dir}")
