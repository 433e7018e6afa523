"""`inst-trans evaluate`: score a file of predictions."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.idle import judge_reasons, refuse_idle
from inst_trans_env.cli.judge_options import JudgeOptions, judge_config, judge_options, plan_text
from inst_trans_env.cli.options import data_option, rules_option
from inst_trans_env.cli.stopping import keeps
from inst_trans_env.errors import DataError
from inst_trans_env.judge import JudgeClient
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, summary_tables
from inst_trans_env.rollouts.predictions import Predictions, read_predictions
from inst_trans_env.run import RunFolder, Work, run
from inst_trans_env.scoring import Scorer
from inst_trans_env.scoring.judged import TaskJudge, judge_prompts
from inst_trans_env.stats.signature import signature
from inst_trans_env.stats.summary import summarise
from inst_trans_env.tasks import TaskSet, load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans evaluate --predictions out.jsonl --output-dir outputs/eval --skip-judge
  inst-trans evaluate --predictions out.jsonl --output-dir outputs/eval --skip-judge --rules strict
  inst-trans evaluate --predictions out.jsonl --output-dir outputs/eval --dry-run
  inst-trans evaluate --predictions out.jsonl --output-dir outputs/eval --max-cost 5

\b
The judge's endpoint and key: JUDGE_API_BASE, JUDGE_API_KEY."""
)
@click.option(
    "--predictions", required=True, type=click.Path(path_type=Path), help="JSONL: case_id, prediction."
)
@click.option("--output-dir", required=True, type=click.Path(path_type=Path), help="Folder for the results.")
@data_option
@rules_option
@click.option("--limit", type=click.IntRange(1), help="Only the first N tasks; the run is then not formal.")
@click.option("--skip-judge", is_flag=True, help="Rules only: soft constraints and quality stay unscored.")
@judge_options
@click.option("--overwrite", is_flag=True, help="Discard what the folder holds of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    predictions: Path,
    output_dir: Path,
    data: str,
    rules: str,
    limit: int | None,
    skip_judge: bool,
    overwrite: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Score predictions: writes scores.jsonl and summary.json.

    Killed and started again, it goes on where it stopped and asks the judge nothing twice. Without
    --skip-judge this is the benchmark's full protocol: soft constraints and translation quality are judged.
    """
    reasons = judge_reasons(judged=not skip_judge, add="leave out --skip-judge", drafts=False, priced=True)
    refuse_idle(ctx, reasons)
    everything = load_tasks(data)
    answers = read_predictions(predictions, {task.case_id for task in everything})
    work = [(task, answers.get(task.case_id, "")) for task in everything[:limit]]
    judging = None if skip_judge else JudgeOptions.take(options)
    evaluate(
        everything,
        answers,
        work,
        rules,
        judging,
        output_dir=output_dir,
        overwrite=overwrite,
        as_json=as_json,
    )


def evaluate(
    everything: TaskSet,
    answers: Predictions,
    work: Work,
    rules: str,
    judging: JudgeOptions | None,
    *,
    output_dir: Path,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Score answers and write scores.jsonl and summary.json, or print what judging would take.

    Args:
        everything: the data set.
        answers: all answers that were read.
        work: those tasks that are scored, with their answers.
        rules: name of the rule set.
        judging: the judge; None leaves what rules leave open unscored.
        output_dir: folder for the results, which may hold a part of them already.
        overwrite: discard what it holds.
        as_json: print the summary as JSON.
    """
    judge = TaskJudge(judging.client(), judging.prompts()) if judging else None
    scorer = Scorer(rules, judge, quality=judge is not None)
    scorer.check_tasks(task for task, _ in work)
    if judging and judge and judging.dry_run:
        click.echo(plan_text(judge.client.plan(judge_prompts(scorer, judge, work))))
        return
    config = _config(scorer, judging, everything, work) | {"predictions_file": str(answers.path)}
    identity = {
        "signature": config["signature"],
        "data": everything.sha256,
        "predictions": answers.sha256,
        "votes": judging.votes if judging else 0,
        "endpoint": judge.client.config.base_url if judge else None,
        "judge_api": judging.judge_api if judging else None,
        "judge_schema": judging.judge_schema if judging else False,
    }
    with RunFolder(output_dir, identity, overwrite=overwrite) as folder:
        keeps(output_dir, overwrite=overwrite)
        if any("prediction_status" not in row for row in folder.finished().values()):
            raise DataError(f"{output_dir} holds damaged scores: give --overwrite to start anew")
        _run(scorer, judge, work, folder)
        order = [task.case_id for task, _ in work]
        summary = summarise([folder.finished()[case_id] for case_id in order], config)
        folder.finish(order, summary)
    if without := sum(task.case_id not in answers for task, _ in work):
        click.echo(f"warning: {without} of {len(work)} cases have no answer and score 0", err=True)
    print_summary(summary, judge, output_dir, as_json=as_json)


def _config(scorer: Scorer, judging: JudgeOptions | None, everything: TaskSet, work: Work) -> dict[str, Any]:
    judged = judge_config(judging)
    return {
        "rules": scorer.rules,
        **judged,
        "data_file": everything.source,
        "instances_scored": len(work),
        "formal_run": judging is not None and len(work) == len(everything),
        "signature": signature(
            rules=scorer.rules,
            judge=judging.protocol if judging else "none",
            prompts=judged["prompt_version"] or "none",
            data_sha256=everything.sha256,
            rows=len(work),
        ),
    }


def _run(scorer: Scorer, judge: TaskJudge | None, work: Work, folder: RunFolder) -> None:
    async def scored() -> None:
        if judge is None:
            await run(scorer, work, folder, concurrency=1, done=done)
            return
        async with judge.client as client:
            # A row asks at most two questions; a few more rows keep every slot of the client busy.
            await run(scorer, work, folder, concurrency=client.config.concurrency, done=done)

    with progress("rows", len(work), lambda: _spent(judge.client) if judge else "") as done:
        asyncio.run(scored())


def _spent(client: JudgeClient) -> str:
    ledger = client.ledger
    cost = "cost unknown" if ledger.cost is None else f"${ledger.cost:.4f}"
    return f"{ledger.requests:,} calls, {sum(ledger.retried.values()):,} retried, {cost}"


def print_summary(
    summary: dict[str, Any], judge: TaskJudge | None, output_dir: Path, *, as_json: bool
) -> None:
    """Print the summary of a run, and what its judge has used."""
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
        return
    page = console()
    for grid in summary_tables(summary):
        page.print(grid)
    page.print(f"{summary['config']['signature']}\nscores and summary are in {output_dir}")
    if judge:
        page.print(_spent(judge.client))
