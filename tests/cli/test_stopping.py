"""Commands that are stopped by signals, in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from inst_trans_env.files import write_jsonl
from tests.cli.test_evaluate_judged import ROWS, arguments, evaluate, files, folder, verdict
from tests.cli.test_rescore import TRACES
from tests.judge.server import Action, JudgeServer, Request
from tests.rollouts.build import traces

__all__ = ["folder"]

# A shell's background job ignores SIGINT, and so would what it starts.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from inst_trans_env.cli import main
if __name__ == "__main__":
    main(prog_name="inst-trans")
"""


def hangs(after: int) -> Callable[[Request], Action]:
    """Return a judge that gives so many verdicts and then lets everybody wait."""
    return lambda request: verdict(request) if request.number < after else Action(delay_s=60)


def stop(
    server: JudgeServer, arguments: list[str], number: int, ready: Callable[[], bool], cwd: Path
) -> subprocess.CompletedProcess[str]:
    """Start a command, send it a signal once it is `ready`, and return how it ended."""
    env = {**os.environ, "JUDGE_API_BASE": server.base_url, "INST_TRANS_CACHE": str(cwd / "cache")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-c", START, *arguments], env=env, cwd=cwd, **pipes)  # type: ignore[call-overload]
    deadline = time.monotonic() + 60
    while not ready():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_evaluation_says_what_is_kept_and_goes_on(folder: Path, number: int, code: int) -> None:
    with JudgeServer(hangs(20)) as server:
        # The fourth hanging call has all four slots busy: what was answered before is written.
        ended = stop(server, arguments(folder), number, lambda: len(server.requests) == 24, folder)
        assert (ended.returncode, ended.stdout) == (code, "")
        wanted = (
            f"stopped: what is finished is kept in {folder / 'out'}; the same command goes on from there\n"
        )
        assert ended.stderr == wanted
        kept = (folder / "out" / "scores.jsonl").read_bytes().count(b"\n")
        assert 0 < kept < ROWS
        server.script = verdict
        assert evaluate(folder, server).exit_code == 0
        # Only the four calls on their way are made anew.
        assert len(server.requests) == 2 * (ROWS - 1) + 4
        evaluate(folder, server, out="fresh")
    assert files(folder) == files(folder, "fresh")


def test_what_the_same_command_would_discard_is_said(folder: Path) -> None:
    with JudgeServer(hangs(0)) as server:
        command = arguments(folder, "--overwrite")
        ended = stop(server, command, signal.SIGINT, lambda: len(server.requests) == 4, folder)
    assert ended.stderr.endswith("; the same command without --overwrite goes on from there\n")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("judge check", "what is finished is kept in {}/cache; the same command goes on from there"),
        (f"rescore {TRACES} -o again", "what is finished is kept in {}/again/rollouts.jsonl.work; "),
        (
            f"filter {TRACES} --judge --formula gated_sum -o kept.jsonl",
            "what is finished is kept in {}/kept.jsonl.work; ",
        ),
        ("lift evaluate --data lift.jsonl --predictions none.jsonl --output-dir out", "kept in out; "),
        ("lift synthesize --output tasks --model m", "no task is written, but replies are kept; the same"),
    ],
)
def test_every_long_command_says_what_is_kept(tmp_path: Path, command: str, told: str) -> None:
    if "lift evaluate" in command:
        _write_lift(tmp_path)
    with JudgeServer(hangs(0)) as server:
        ended = stop(server, command.split(), signal.SIGINT, lambda: bool(server.requests), tmp_path)
    assert ended.returncode == 130
    assert ended.stderr.startswith("stopped: ")
    assert told.format(tmp_path) in ended.stderr
    assert ended.stderr.count("\n") == 1


def _write_lift(folder: Path) -> None:
    from tests.lift.build import evaluation, row

    question = evaluation("judged_question", {"question": "Is it cold?"}, [("H2", 1)])
    write_jsonl(folder / "lift.jsonl", [row(question, example_id="one", document_outline="# T\n## A")])
    write_jsonl(folder / "none.jsonl", [{"example_id": "one", "prediction": "# T\n\n## A\n\nrain\n"}])


def test_worker_processes_end_with_the_command(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in.jsonl", traces(200) * 12)
    command = "filter in.jsonl --workers 2 --rules published -o kept.jsonl".split()
    work = tmp_path / "kept.jsonl.work"
    with JudgeServer(hangs(0)) as server:
        ended = stop(server, command, signal.SIGTERM, lambda: any(work.glob("unit-*")), tmp_path)
    assert ended.returncode == 143
    assert (
        ended.stderr == f"stopped: what is finished is kept in {work}; the same command goes on from there\n"
    )
    assert any(work.glob("unit-*"))
