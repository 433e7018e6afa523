"""Runs as processes: pools, kills, and what is gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.files import write_jsonl
from inst_trans_env.rollouts.engine import InProcess, Pool
from inst_trans_env.rollouts.export import Export
from inst_trans_env.rollouts.pipeline import Job, Run
from inst_trans_env.rollouts.rules import Rules
from inst_trans_env.rollouts.score_unit import Scoring
from inst_trans_env.rollouts.tally import Tally
from inst_trans_env.scoring import Score, Scorer
from inst_trans_env.tasks import Task, load_tasks
from tests.rollouts.build import predictions, rows, traces, write_data

TASKS = 60


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job of many small units and several buckets."""
    data = write_data(tmp_path, TASKS)
    write_jsonl(tmp_path / "in.jsonl", predictions(TASKS))
    scoring = Scoring(Path(), "", "published")
    return Job(
        [str(tmp_path / "in.jsonl")],
        tmp_path / "out.jsonl",
        load_tasks(data),
        scoring,
        Rules(),
        Export(),
        unit_bytes=2_000,
        bucket_bytes=4_000,
    )


def go(job: Job, engine: InProcess | Pool) -> tuple[Tally, Tally]:
    with Run(job) as run:
        assert len(run.units) > 5
        assert run.scoring.buckets > 3
        return run.score(engine, lambda _: None), run.filter(engine, lambda _: None)


@pytest.mark.parametrize("to", ["rollouts", "sft", "dpo", "kto", "grpo"])
def test_a_pool_gives_the_same_bytes(job: Job, to: str) -> None:
    job = replace(job, export=Export(to), rules=Rules(band=(0.1, 0.9)))
    alone = go(job, InProcess())
    wanted = job.output.read_bytes()
    assert wanted.count(b"\n") == (TASKS if to in ("dpo", "grpo") else TASKS * 6)
    if to in ("rollouts", "dpo"):
        assert go(job, Pool(2)) == alone
        assert job.output.read_bytes() == wanted


def test_units_and_buckets_change_nothing(job: Job) -> None:
    go(job, InProcess())
    wanted = job.output.read_bytes()
    with Run(replace(job, unit_bytes=1 << 20, bucket_bytes=1 << 20)) as run:
        assert (len(run.units), run.scoring.buckets) == (1, 1)
        run.score(InProcess(), lambda _: None)
        run.filter(InProcess(), lambda _: None)
    assert job.output.read_bytes() == wanted


def test_finished_units_are_not_scored_again(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = go(job, InProcess())
    output = job.output.read_bytes()
    scored: list[str] = []
    original = Scorer.ascore

    async def counted(self: Scorer, task: Task, prediction: str) -> Score:
        scored.append(prediction)
        if len(scored) == 200:
            raise KeyboardInterrupt
        return await original(self, task, prediction)

    monkeypatch.setattr(Scorer, "ascore", counted)
    with pytest.raises(KeyboardInterrupt):
        go(job, InProcess())
    assert job.output.read_bytes() == output
    with Run(job) as run:
        assert run.resumed
        left = [unit for unit in run.units if not run.scoring.shelf(unit.number).exists()]
        assert 0 < len(left) < len(run.units)
    assert go(job, InProcess()) == wanted
    # The unit that broke off was begun anew; no other row was scored twice.
    assert len(scored) <= TASKS * 6 + 2_000 // 40
    assert job.output.read_bytes() == output


def test_another_job_begins_anew(job: Job) -> None:
    with Run(job) as run:
        run.score(InProcess(), lambda _: None)
    with Run(job) as run:
        assert run.resumed
    with Run(replace(job, rules=Rules(top_k=1))) as other:
        assert (other.resumed, other.replaces) == (False, True)
    # One that was only looked at takes nothing from the first.
    with Run(job) as run:
        assert run.resumed
    with Run(replace(job, rules=Rules(top_k=1))) as other:
        other.start()
        assert not any(other.scoring.shelf(unit.number).exists() for unit in other.units)
    with Path(job.inputs[0]).open("a", encoding="utf-8") as stream:
        stream.write("\n")
    with Run(replace(job, rules=Rules(top_k=1))) as run:
        assert not run.resumed


def test_an_input_that_is_cut_while_it_is_read_is_told(job: Job) -> None:
    whole = Path(job.inputs[0]).read_bytes()
    with Run(job) as run:
        Path(job.inputs[0]).write_bytes(whole[: len(whole) // 2])
        with pytest.raises(UserError, match=r"in\.jsonl became shorter while it was read"):
            run.score(InProcess(), lambda _: None)
    # What grows is read as far as it was there.
    Path(job.inputs[0]).write_bytes(whole)
    with Run(job) as run:
        with Path(job.inputs[0]).open("ab") as stream:
            stream.write(whole)
        scored = run.score(InProcess(), lambda _: None)
    assert scored.counts["scored"] == TASKS * 6


def test_a_job_that_runs_is_not_run_twice(job: Job) -> None:
    with Run(job) as run:
        with pytest.raises(UserError, match=f"process {os.getpid()} on .* is at work in .*work: wait"):
            Run(replace(job, rules=Rules(top_k=1)))
        run.score(InProcess(), lambda _: None)
    with Run(job) as run:
        assert all(run.scoring.shelf(unit.number).exists() for unit in run.units)


def test_a_fault_in_scoring_is_its_row_s_alone(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Scorer.ascore

    async def faulty(self: Scorer, task: Task, prediction: str) -> Score:
        if prediction == "Hello 3":
            raise ZeroDivisionError("a fault of a check")
        return await original(self, task, prediction)

    monkeypatch.setattr(Scorer, "ascore", faulty)
    scored, filtered = go(job, InProcess())
    assert scored.sentences("unreadable") == [
        f"{job.inputs[0]}, line {TASKS + 4}: ZeroDivisionError: a fault of a check"
    ]
    assert filtered.counts["kept"] == TASKS * 6 - 1


def test_a_folder_that_workers_cannot_see(job: Job) -> None:
    with Run(job) as run:
        run.scoring.tasks.unlink()
        with pytest.raises(UserError, match=r"this process cannot see .*tasks-"):
            run.score(InProcess(), lambda _: None)


def die_once(folder: Path, item: int) -> None:
    mark = folder / f"died-{item}"
    if item % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    (folder / f"done-{item}").touch()


def die_always(item: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_may_die(tmp_path: Path) -> None:
    assert sorted(Pool(2).run(partial(die_once, tmp_path), range(4))) == [0, 1, 2, 3]
    assert len(list(tmp_path.glob("done-*"))) == 4


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_whoever_stops_a_run_does_not_wait_for_the_jobs_in_work() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    start = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(Pool(2).run(time.sleep, [60.0, 60.0]))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 20


def test_workers_that_only_die_are_told_of() -> None:
    with pytest.raises(UserError, match="worker processes died 3 times in a row"):
        list(Pool(1).run(die_always, [1]))


def test_lines_that_kill_every_worker_are_named(job: Job) -> None:
    with Run(job) as run:
        run.start()
        (run.folder / "tries-2").write_bytes(b"." * 5)
        unit = run.units[2]
        with pytest.raises(UserError) as caught:
            run.score(InProcess(), lambda _: None)
    last = unit.first_line + unit.lines - 1
    assert str(caught.value).startswith(f"{job.inputs[0]}, lines {unit.first_line} to {last}: 5 workers died")
    # A new start is a new chance.
    go(job, InProcess())


def test_a_killed_run_goes_on_and_leaves_no_worker_behind(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in.jsonl", traces(200) * 12)
    command = [sys.executable, "-m", "inst_trans_env.cli", "filter", str(tmp_path / "in.jsonl")]
    command += ["--rules", "published", "--workers", "2", "--top-k", "2"]
    killed, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    with subprocess.Popen([*command, "-o", str(killed)], stdout=subprocess.DEVNULL) as process:
        work = tmp_path / "killed.jsonl.work"
        while not list(work.glob("unit-*")):
            assert process.poll() is None
            time.sleep(0.01)
        workers = children(process.pid)
        process.kill()
    assert workers
    assert not killed.exists()
    deadline = time.monotonic() + 20
    while any(alive(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    marks = {path: path.stat().st_mtime_ns for path in work.glob("unit-*")}
    done = subprocess.run([*command, "-o", str(killed)], capture_output=True, text=True, check=True)
    assert "going on with what" in done.stderr
    assert marks
    command[command.index("--workers") + 1] = "1"
    subprocess.run([*command, "-o", str(whole)], capture_output=True, check=True)
    assert killed.read_bytes() == whole.read_bytes()
    assert len(rows(whole)) == 400


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in tasks for child in path.read_text().split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
