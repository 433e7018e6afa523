"""What `filter` and `rescore` share: engines, shards, the judge of rollouts, and bars."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, redirect_stdout
from typing import Any, NoReturn, TypeVar

import click

from inst_trans_env.cli.judge_options import JudgeOptions, print_plans
from inst_trans_env.errors import UserError
from inst_trans_env.judge import JudgeClient, QualityJudgement, SoftJudgement
from inst_trans_env.lift.judged import PROMPT_VERSION
from inst_trans_env.lift.signature import OF_THE_TASK
from inst_trans_env.report.progress import progress
from inst_trans_env.rollouts.engine import Engine, InProcess, Pool
from inst_trans_env.rollouts.pipeline import Run
from inst_trans_env.rollouts.score_unit import JudgeSeat
from inst_trans_env.rollouts.tally import Tally
from inst_trans_env.scoring.judged import TaskJudge
from inst_trans_env.tasks import Task

T = TypeVar("T")


_SHOWN = 5
"""Sentences about unreadable lines on a terminal; the JSON report has more."""


def tell_unreadable(total: int, sentences: Sequence[str]) -> None:
    """Say on standard error which lines could not be read."""
    for sentence in sentences[:_SHOWN]:
        click.echo(f"unreadable: {sentence}", err=True)
    if total > _SHOWN:
        click.echo(f"unreadable: {total - _SHOWN:,} lines more (--json names some)", err=True)


def cpus() -> int:
    """Return how many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers_option = click.option(
    "--workers", type=click.IntRange(1), help="Processes that score.  [default: as many as CPUs]"
)


@contextmanager
def engine_for(name: str, workers: int | None, address: str | None, run: Run) -> Iterator[Engine]:
    """Give where jobs run; a pool would be slower than this process where there is one unit."""
    workers = workers or cpus()
    if name == "ray":
        from inst_trans_env.rollouts.ray_engine import RayEngine

        # Ray tells of dead nodes on standard output, which is the report's.
        with redirect_stdout(sys.stderr), closing(RayEngine(address, workers)) as engine:
            yield engine
    elif address:
        raise UserError("--address is of a Ray cluster: add --engine ray")
    else:
        yield InProcess() if 1 in (workers, len(run.units)) else Pool(workers)


class _NoJudge:
    """Sits where no endpoint is set: right as long as every score can be reused."""

    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        _missing(task)

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        _missing(task)


def _missing(task: Task) -> NoReturn:
    raise UserError(
        f"case {task.case_id!r} has an answer that this judge has not judged yet, and there is no endpoint: "
        "set JUDGE_API_BASE, e.g. https://YOUR_PROVIDER/v1, or score by rules alone"
    )


def judge_seat(judging: JudgeOptions, *, fail_together: bool) -> JudgeSeat:
    """Return the judge that the options describe; `fail_together` as one failure ends the run or not."""
    if not judging.dry_run and not os.environ.get("JUDGE_API_BASE"):
        return JudgeSeat(_NoJudge(), nullcontext(), 1)
    client = judging.client(fail_together=fail_together)
    return JudgeSeat(TaskJudge(client, judging.prompts()), client, judging.concurrency)


class _NoDraftJudge:
    """Sits where no endpoint is set, likewise."""

    async def ask(self, prompt: str, *, parse: Callable[[str], T], model: str | None = None) -> T:
        raise UserError(
            "a document has a constraint that this judge has not judged yet, and there is no endpoint: "
            "set JUDGE_API_BASE, e.g. https://YOUR_PROVIDER/v1, or score by rules alone"
        )


def draft_seat(judging: JudgeOptions, *, fail_together: bool) -> JudgeSeat:
    """Return the judge of drafts that the options describe, likewise."""
    if not judging.dry_run and not os.environ.get("JUDGE_API_BASE"):
        return JudgeSeat(_NoDraftJudge(), nullcontext(), 1)
    client = judging.client(fail_together=fail_together)
    return JudgeSeat(client, client, judging.concurrency)


def draft_fields(judging: JudgeOptions | None, model: str | None) -> dict[str, Any]:
    """Return what a `Scoring` of drafts says of the judge; `model` is asked in place of those of the tasks."""
    if judging is None:
        return {}
    return {"judge": model or OF_THE_TASK, "judge_model": model, "prompts": PROMPT_VERSION}


def print_plan(run: Run) -> None:
    """Print what judging would take, and send nothing."""
    seat = run.job.seat
    if seat is None or not isinstance(seat.judge, (TaskJudge, JudgeClient)):
        raise click.UsageError("--dry-run is about the judge: nothing is judged here")
    print_plans(seat.judge.client if isinstance(seat.judge, TaskJudge) else seat.judge, run.prompts())


def run_scoring(run: Run, engine: Engine) -> Tally:
    """Score, with a bar; return what was counted."""
    if run.resumed:
        click.echo(f"going on with what {run.folder} holds", err=True)
    if run.replaces:
        click.echo(f"{run.folder} holds the beginning of another job, which is discarded", err=True)
    with progress("lines scored", run.lines) as done:
        return run.score(engine, done)


def run_filtering(run: Run, engine: Engine) -> Tally:
    """Filter what is scored, with a bar; return what was counted."""
    with progress("parts filtered", run.scoring.buckets) as done:
        return run.filter(engine, done)


def judged_fields(judging: JudgeOptions | None) -> dict[str, Any]:
    """Return what a `Scoring` says of the judge."""
    if judging is None:
        return {}
    return {"judge": judging.protocol, "prompts": judging.prompts().version}
