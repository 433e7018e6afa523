"""Several processes on one cache, and processes that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from inst_trans_env.judge import ReplyCache
from tests.judge.server import Action, JudgeServer, Request, chat

ROOT = Path(__file__).parents[2]


def _start(judge: JudgeServer, cache: Path, first: int, last: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.judge.worker", judge.base_url, str(cache), str(first), str(last)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _verdicts(process: subprocess.Popen[str]) -> dict[int, float]:
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    return {int(line.split()[0]): float(line.split()[1]) for line in out.split("\n") if line}


def _script(request: Request) -> Action:
    verdict = ("0", "0.5", "1")[int(request.prompt.split()[1]) % 3]
    return Action(chat(verdict).body, delay_s=0.01)


def _expected(first: int, last: int) -> dict[int, float]:
    return {i: (0, 0.5, 1)[i % 3] for i in range(first, last)}


def test_processes_started_together_share_one_cache(tmp_path: Path) -> None:
    with JudgeServer(_script) as judge:
        runs = [_start(judge, tmp_path / "c", first, first + 400) for first in (0, 200, 0)]
        results = [_verdicts(run) for run in runs]
    assert results == [_expected(0, 400), _expected(200, 600), _expected(0, 400)]
    assert len(judge.requests) == 600
    cache = ReplyCache(tmp_path / "c")
    assert cache.stats()[0]["replies"] == 600
    cache.close()


def test_a_killed_run_goes_on_without_a_repeated_call(tmp_path: Path) -> None:
    """What was answered to a killed process comes from the cache; only calls in flight may be repeated."""
    path = tmp_path / "c"
    with JudgeServer(_script) as judge:
        for finished in (100, 250):
            run = _start(judge, path, 0, 600)
            while len(judge.requests) < finished:
                time.sleep(0.005)
            os.kill(run.pid, signal.SIGKILL)
            out, _ = run.communicate(timeout=10)
            assert run.returncode == -signal.SIGKILL
            _assert_printed_are_stored(out, path)
        before = len(judge.requests)
        assert _verdicts(_start(judge, path, 0, 600)) == _expected(0, 600)
        asked = Counter(request.prompt for request in judge.requests)
        again = len(judge.requests)
        assert _verdicts(_start(judge, path, 0, 600)) == _expected(0, 600)
    assert len(judge.requests) == again, "a finished run asks nothing"
    assert before < 600
    assert len(asked) == 600
    # At most the calls in flight at each of two kills (16 at once) can have been asked twice.
    assert sum(asked.values()) - 600 <= 32


def _assert_printed_are_stored(out: str, path: Path) -> None:
    printed = [line for line in out.split("\n")[:-1] if line]
    cache = ReplyCache(path)
    stored = sum(row["replies"] for row in cache.stats())
    cache.close()
    assert 0 < len(printed) <= stored
