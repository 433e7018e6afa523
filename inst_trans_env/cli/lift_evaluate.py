"""`inst-trans lift evaluate`: score a file of documents."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.idle import judge_reasons, refuse_idle
from inst_trans_env.cli.judge_options import (
    dry_run_option,
    endpoint_options,
    judge_api_option,
    open_client,
    print_plans,
)
from inst_trans_env.cli.lift_options import lift_options, load
from inst_trans_env.cli.stopping import keeps
from inst_trans_env.errors import DataError, JudgeError
from inst_trans_env.files import read_bytes
from inst_trans_env.judge import JudgeClient, Prompt
from inst_trans_env.lift import LiftScore, LiftTask, score_document, score_document_async
from inst_trans_env.lift.judged import PROMPT_VERSION
from inst_trans_env.lift.scoring import judge_prompts
from inst_trans_env.lift.summary import lift_summary
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, table
from inst_trans_env.rollouts.predictions import read_predictions
from inst_trans_env.run import RunFolder


@click.command(
    epilog="""\b
Examples:
  inst-trans lift evaluate --data test.jsonl --predictions out.jsonl --output-dir outputs/lift --skip-judge
  inst-trans lift evaluate --data test.jsonl --predictions out.jsonl --output-dir outputs/lift --dry-run
  inst-trans lift evaluate --data test.jsonl --predictions out.jsonl --output-dir outputs/lift --max-cost 5
  inst-trans lift evaluate --data test.jsonl --predictions out.jsonl --output-dir outputs/lift --judge-model mine

\b
The judge's endpoint and key: JUDGE_API_BASE, JUDGE_API_KEY."""
)
@lift_options
@click.option(
    "--predictions", required=True, type=click.Path(path_type=Path), help="JSONL: example_id, prediction."
)
@click.option("--output-dir", required=True, type=click.Path(path_type=Path), help="Folder for the results.")
@click.option("--skip-judge", is_flag=True, help="Rules only: judged constraints stay unscored.")
@click.option("--judge-model", help="Judge in place of the one that each constraint names.")
@judge_api_option
@endpoint_options()
@dry_run_option
@click.option("--overwrite", is_flag=True, help="Discard what the folder holds of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    predictions: Path,
    output_dir: Path,
    skip_judge: bool,
    overwrite: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Score documents: writes scores.jsonl and summary.json.

    Killed and started again, it goes on where it stopped. A missing document scores as an empty one.
    """
    priced = options["dry_run"] or options["max_cost"] is not None
    add = "leave out --skip-judge"
    refuse_idle(ctx, judge_reasons(judged=not skip_judge, add=add, drafts=True, priced=priced))
    tasks = load(*(options.pop(name) for name in ("data", "config", "split", "index_base")))
    answers = read_predictions(predictions, {task.example_id for task in tasks}, "example_id")
    judge = None if skip_judge else _judge(**options)
    if judge is not None and options["dry_run"]:
        asked = (
            (model, Prompt(prompt))
            for task in tasks
            for model, prompt in judge_prompts(task, answers.get(task.example_id, ""), options["judge_model"])
        )
        print_plans(judge, asked)
        return
    identity = {
        "data": tasks.sha256,
        "indexing": [tasks.indexing.base, tasks.indexing.among],
        "predictions": _digest(read_bytes(predictions)),
        "judge": None if judge is None else options["judge_model"] or "of the task",
        "prompts": None if judge is None else PROMPT_VERSION,
        "judge_endpoint": None if judge is None else judge.config.base_url,
        # None where each model's name decides.
        "judge_api": None if judge is None else options["judge_api"],
    }
    with RunFolder(output_dir, identity, overwrite=overwrite) as folder:
        if any("basis" not in row for row in folder.finished().values()):
            raise DataError(f"{output_dir} holds damaged scores: give --overwrite to start anew")
        keeps(output_dir, overwrite=overwrite)
        todo = [task for task in tasks if task.example_id not in folder.finished()]
        with progress("documents", len(todo)) as done, folder.appending() as append:
            work = _Run(iter(todo), answers, options["judge_model"], append, done)
            if judge is None:
                work.by_rules()
            else:
                asyncio.run(work.judged(judge))
        order = [task.example_id for task in tasks]
        summary = {"config": identity | {"source": tasks.source}} | lift_summary(
            folder.finished()[name] for name in order
        )
        folder.finish(order, summary)
    print_lift_summary(summary, output_dir, as_json=as_json)


def _judge(*, judge_model: str | None, judge_api: Any, **endpoint: Any) -> JudgeClient:
    named: dict[str, Any] = {"model": judge_model} if judge_model else {}
    return open_client(**named, api=judge_api, fail_together=True, **endpoint)


@dataclass(slots=True)
class _Run:
    """Documents that are scored by workers sharing one iterator; the first failure of the judge stops them."""

    todo: Iterator[LiftTask]
    answers: dict[str, str]
    model: str | None
    append: Callable[[dict[str, Any]], None]
    done: Callable[[int], None]
    failures: list[JudgeError] = field(default_factory=list)

    def by_rules(self) -> None:
        """Score without a judge."""
        for task in self.todo:
            self._finish(task, score_document(task, self.answers.get(task.example_id, "")))

    async def judged(self, judge: JudgeClient) -> None:
        """Score with a judge, so many documents at a time that its slots stay busy."""
        async with judge:
            await asyncio.gather(*(self._work(judge) for _ in range(max(4, judge.config.concurrency // 4))))
        if self.failures:
            raise self.failures[0]

    async def _work(self, judge: JudgeClient) -> None:
        for task in self.todo:
            try:
                answer = self.answers.get(task.example_id, "")
                self._finish(task, await score_document_async(task, answer, judge, self.model))
            except JudgeError as error:
                self.failures.append(error)
            if self.failures:
                return

    def _finish(self, task: LiftTask, score: LiftScore) -> None:
        self.append(_row(task, self.answers, score.to_dict()))
        self.done(1)


def _row(task: LiftTask, answers: dict[str, str], score: dict[str, Any]) -> dict[str, Any]:
    status = "present" if task.example_id in answers else "missing"
    return {
        "case_id": task.example_id,
        "dataset_name": task.dataset_name,
        "prediction_status": status,
        **score,
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def print_lift_summary(summary: dict[str, Any], output_dir: Path, *, as_json: bool) -> None:
    """Print the summary of scored documents."""
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
        return
    page = console()
    names = ("documents", "reward", "raw", "normalised", "verifiable_score", "unjudged")
    page.print(table("Run", ("", "value"), [(name.replace("_", " "), summary[name]) for name in names]))
    for name in ("by_metric", "by_weight_group"):
        rows = [(key, entry["total"], entry["mean"]) for key, entry in summary[name].items()]
        page.print(
            table(
                name.replace("_", " ").capitalize(), (name[3:].replace("_", " "), "constraints", "mean"), rows
            )
        )
    page.print(f"scores and summary are in {output_dir}")
