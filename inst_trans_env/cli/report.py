"""`inst-trans report`: one HTML page of a finished run."""

from __future__ import annotations

from pathlib import Path

import click

from inst_trans_env.cli.options import data_option
from inst_trans_env.errors import DataError
from inst_trans_env.files import write_text
from inst_trans_env.report.page import failure, render
from inst_trans_env.rollouts.predictions import read_predictions
from inst_trans_env.run import SCORES, read_identity, read_summary, whole_rows
from inst_trans_env.tasks import load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans report outputs/eval --predictions out.jsonl --output report.html"""
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--predictions", required=True, type=click.Path(path_type=Path), help="The file that was evaluated."
)
@data_option
@click.option("--output", required=True, type=click.Path(path_type=Path), help="HTML file to write.")
@click.option(
    "--most", type=click.IntRange(0), default=200, show_default=True, help="Failed answers to show."
)
def command(run: Path, predictions: Path, data: str, output: Path, most: int) -> None:
    """Write one self-contained page of the RUN that `evaluate` left in its output folder.

    Figures, bars, the histogram of rewards, and the answers that failed a gate with the places marked.
    """
    tasks = {task.case_id: task for task in load_tasks(data)}
    answers = read_predictions(predictions, tasks)
    summary = read_summary(run)
    rows = list(whole_rows(run / SCORES))
    if unknown := [row["case_id"] for row in rows if row["case_id"] not in tasks]:
        raise DataError(
            f"{run} scored case {unknown[0]!r}, which {data} does not have: give the --data of the run"
        )
    if read_identity(run).get("predictions") != answers.sha256:
        raise DataError(f"{predictions} is not what {run} scored: give the file as it was")
    failed = [
        row
        for row in rows
        if row["prediction_status"] == "missing"
        or not all(result["passed"] for result in row["hard_constraint_results"].values())
    ]
    shown = [failure(tasks[row["case_id"]], row, answers.get(row["case_id"], "")) for row in failed[:most]]
    # A page is UTF-8: a lone surrogate of an answer is shown as the replacement character.
    page = render(summary, rows, shown, len(failed)).encode("utf-8", "replace").decode("utf-8")
    write_text(output, page)
    click.echo(f"{output}: {len(rows):,} rows, {len(failed):,} failed a gate", err=True)
