"""The full protocol against a judge over HTTP: scores, outages, and runs that are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import read_jsonl, write_jsonl
from inst_trans_env.judge import client
from tests.judge.server import Action, JudgeServer, Request, answer, error
from tests.support import row

ROWS = 40
JUDGE = ("judge_model", "judge_endpoint", "judge_api", "judge_votes", "judge_schema", "prompt_version")


def verdict(request: Request) -> Action:
    """Give 0.5 for soft constraints and 1 for quality."""
    if "style_consistency" in request.prompt:
        return answer(request, '{"style_consistency": {"score": 0.5, "note": "so so"}}')
    return answer(request, "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ids = ["format_preserve", "style_consistency"]
    data = [row(f"c{n}", source_text=f'{{"1": "{n}"}}', constraint_ids=ids) for n in range(ROWS)]
    write_jsonl(tmp_path / "data.jsonl", data)
    write_jsonl(
        tmp_path / "predictions.jsonl",
        [{"case_id": f"c{n}", "prediction": f'{{"1": "number {n}"}}'} for n in range(ROWS - 1)],
    )
    return tmp_path


def arguments(folder: Path, *more: str, out: str = "out") -> list[str]:
    options = {
        "predictions": "predictions.jsonl",
        "output-dir": out,
        "data": "data.jsonl",
        "cache": f"{out}.sqlite3",
    }
    named = [part for name, value in options.items() for part in (f"--{name}", str(folder / value))]
    return ["evaluate", *named, "--concurrency", "4", *more]


def evaluate(folder: Path, server: JudgeServer, *more: str, out: str = "out") -> Result:
    env = {"JUDGE_API_BASE": server.base_url, "JUDGE_API_KEY": "secret-key"}
    return CliRunner().invoke(main, arguments(folder, *more, out=out), env=env)


def files(folder: Path, out: str = "out") -> tuple[bytes, dict[str, Any]]:
    summary = json.loads((folder / out / "summary.json").read_text(encoding="utf-8"))
    return (folder / out / "scores.jsonl").read_bytes(), summary


def test_the_full_protocol(folder: Path) -> None:
    with JudgeServer(verdict) as server:
        result = evaluate(folder, server)
        assert result.exit_code == 0, result.output
        assert len(server.requests) == 2 * (ROWS - 1)
        assert {request.path for request in server.requests} == {"/v1/responses"}
    _, summary = files(folder)
    assert summary["if_score"] == pytest.approx(0.5 * (ROWS - 1) / ROWS)
    assert (summary["translation_quality"], summary["quality_scored"]) == (1.0, ROWS - 1)
    assert summary["by_constraint"]["style_consistency"]["score_distribution"] == {
        "0": 0,
        "0.5": ROWS - 1,
        "1": 0,
    }
    assert summary["config"]["formal_run"] is True
    assert summary["config"]["judge_model"] == "gpt-5.6-sol"
    assert "judge:gpt-5.6-sol|prompts:zh.1" in summary["config"]["signature"]
    first = next(row for _, row in read_jsonl(folder / "out" / "scores.jsonl"))
    assert first["soft_constraint_results"] == {"style_consistency": {"score": 0.5, "note": "so so"}}
    assert "calls" in result.stdout


def test_the_key_is_written_nowhere_though_the_endpoint_repeats_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_TOLD_AFTER_S", 0.0)

    def repeats(request: Request) -> Action:
        said = request.headers["authorization"]
        if request.number == 0:
            return error(503, f"busy, {said}")
        if "style_consistency" in request.prompt:
            return answer(request, json.dumps({"style_consistency": {"score": 0.5, "note": said}}))
        return answer(request, "1") if request.number < 50 else error(401, f"no longer {said}")

    with JudgeServer(repeats) as server:
        result = evaluate(folder, server)
        assert result.exit_code == 1
        assert "warning: judge gpt-5.6-sol: HTTP 503: busy, Bearer [key]; next attempt in " in result.stderr
        assert "HTTP 401: no longer Bearer [key]" in result.stderr
    assert b"Bearer [key]" in (folder / "out" / "scores.jsonl").read_bytes()
    assert "secret-key" not in result.output
    assert not [path for path in folder.rglob("*") if path.is_file() and b"secret-key" in path.read_bytes()]


def test_an_outage_aborts_and_keeps_what_is_finished(folder: Path) -> None:
    def fails_later(request: Request) -> Action:
        return verdict(request) if request.number < 20 else error(401, "who are you")

    with JudgeServer(fails_later) as server:
        result = evaluate(folder, server)
        assert result.exit_code == 1
        assert "JUDGE_API_KEY" in result.stderr
        assert not (folder / "out" / "summary.json").exists()
        kept = len(list(read_jsonl(folder / "out" / "scores.jsonl")))
        assert 0 < kept < ROWS
        before = len(server.requests)
        server.script = verdict
        assert evaluate(folder, server).exit_code == 0
        assert len(server.requests) - before <= 2 * (ROWS - 1 - kept)
    assert files(folder)[1]["quality_scored"] == ROWS - 1


def test_a_call_limit_stops_cleanly(folder: Path) -> None:
    with JudgeServer(verdict) as server:
        result = evaluate(folder, server, "--max-calls", "10")
        assert result.exit_code == 1
        assert "limit of 10 judge calls" in result.stderr
        assert len(server.requests) == 10
        assert evaluate(folder, server).exit_code == 0
        # The ten answers were kept: nothing is asked twice.
        assert len(server.requests) == 2 * (ROWS - 1)


def test_another_endpoint_is_another_run(folder: Path) -> None:
    with JudgeServer(verdict) as server:
        evaluate(folder, server, "--max-calls", "10")
    with JudgeServer(verdict) as other:
        result = evaluate(folder, other)
        assert (result.exit_code, other.requests) == (2, [])
    assert "another run (different: endpoint)" in result.stderr


def test_a_summary_tells_runs_by_different_judges_apart(folder: Path) -> None:
    runs = {
        "plain": (),
        "votes": ("--votes", "3"),
        "schema": ("--judge-schema",),
        "api": ("--judge-api", "chat"),
        "model": ("--judge-model", "gemma"),
        "prompts": ("--judge-prompts", "en"),
    }
    with JudgeServer(verdict) as server:
        for name, options in runs.items():
            assert evaluate(folder, server, *options, out=name).exit_code == 0
        base_url = server.base_url
    with JudgeServer(verdict) as server:
        assert evaluate(folder, server, out="endpoint").exit_code == 0
    files_of_rules = (
        "--predictions",
        str(folder / "predictions.jsonl"),
        "--output-dir",
        str(folder / "rules"),
    )
    data = ("--data", str(folder / "data.jsonl"))
    CliRunner().invoke(main, ["evaluate", *files_of_rules, *data, "--skip-judge"])
    found = {name: files(folder, name)[1]["config"] for name in (*runs, "endpoint", "rules")}
    judges = {name: {key: config[key] for key in JUDGE} for name, config in found.items()}
    assert len({json.dumps(judge) for judge in judges.values()}) == len(judges)
    assert judges["plain"] | {"prompt_version": "-"} == {
        "judge_model": "gpt-5.6-sol",
        "judge_endpoint": base_url,
        "judge_api": "responses",
        "judge_votes": 1,
        "judge_schema": False,
        "prompt_version": "-",
    }
    assert (judges["votes"]["judge_votes"], judges["schema"]["judge_schema"]) == (3, True)
    assert judges["rules"] == dict.fromkeys(JUDGE)
    assert "judge:gpt-5.6-sol+3votes|" in found["votes"]["signature"]
    assert "judge:gpt-5.6-sol+schema|" in found["schema"]["signature"]


def test_a_dry_run_sends_nothing(folder: Path) -> None:
    with JudgeServer(verdict) as server:
        result = evaluate(folder, server, "--dry-run", "--price", "1,2")
        assert result.exit_code == 0
        assert result.stdout.startswith(f"{2 * (ROWS - 1)} calls (0 more from the cache)")
        assert "cost $" in result.stdout
        assert server.requests == []
    assert not (folder / "out").exists()


def test_strict_rules_leave_less_to_the_judge(tmp_path: Path) -> None:
    source = "式 $x$ 见 [1]。"
    data = row(
        "a",
        source_text=source,
        constraints=["【注意】学术格式：LaTeX 与引用保持原样"],
        constraint_ids=["academic_format_preserve"],
    )
    write_jsonl(tmp_path / "data.jsonl", [data])
    write_jsonl(
        tmp_path / "predictions.jsonl", [{"case_id": "a", "prediction": "For the formula $x$ see [1]."}]
    )
    with JudgeServer(verdict) as server:
        assert evaluate(tmp_path, server, "--rules", "strict").exit_code == 0
        assert len(server.requests) == 1
    assert files(tmp_path)[1]["if_score"] == 1


def test_killed_at_any_moment_it_asks_nothing_twice_and_gives_the_same_files(folder: Path) -> None:
    def slow(request: Request) -> Action:
        given = verdict(request)
        return Action(given.body, delay_s=0.02)

    with JudgeServer(slow) as server:
        env = {**os.environ, "JUDGE_API_BASE": server.base_url, "JUDGE_API_KEY": "k"}
        command = [sys.executable, "-m", "inst_trans_env.cli", *arguments(folder)]
        for wanted in (6, 30):
            process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while len(server.requests) < wanted:
                assert process.poll() is None
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
            process.wait()
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        asked = Counter(request.prompt for request in server.requests)
        # Only what was on its way at the moment of a kill may come again: four slots, two kills.
        assert sum(count - 1 for count in asked.values()) <= 8
        evaluate(folder, server, out="fresh")
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "run.json",
        "scores.jsonl",
        "summary.json",
    ]
    scores, summary = files(folder)
    fresh_scores, fresh_summary = files(folder, "fresh")
    assert scores == fresh_scores
    assert summary == fresh_summary


def test_a_second_process_on_the_same_folder_asks_nothing(folder: Path) -> None:
    def slow(request: Request) -> Action:
        return Action(verdict(request).body, delay_s=0.05)

    with JudgeServer(slow) as server:
        env = {**os.environ, "JUDGE_API_BASE": server.base_url, "JUDGE_API_KEY": "k"}
        command = [sys.executable, "-m", "inst_trans_env.cli", *arguments(folder)]
        first = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
        while not server.requests:
            assert first.poll() is None
            time.sleep(0.005)
        second = subprocess.run(
            [*command, "--overwrite"], env=env, capture_output=True, text=True, check=False
        )
        assert first.wait(60) == 0
        assert len(server.requests) == 2 * (ROWS - 1)
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr.startswith(f"error: process {first.pid} on ")
    assert second.stderr.count("\n") == 1
    assert files(folder)[1]["quality_scored"] == ROWS - 1


def test_a_cache_that_is_lost_in_mid_run_is_warned_of_and_costs_no_score(folder: Path) -> None:
    def loses(request: Request) -> Action:
        if request.number == 20:
            (folder / "out.sqlite3").unlink()
        return verdict(request)

    with JudgeServer(loses) as server:
        result = evaluate(folder, server)
        assert result.exit_code == 0
        assert len(server.requests) == 2 * (ROWS - 1)
    missing, lost = result.stderr.rstrip("\n").split("\n")
    assert missing == "warning: 1 of 40 cases have no answer and score 0"
    assert lost.startswith("warning: from now on nothing is read from the cache or kept in it: ")
    assert files(folder)[1]["quality_scored"] == ROWS - 1


def test_odd_characters_in_notes_and_errors_harm_no_file(folder: Path) -> None:
    note = "a\x00b\ud800c\x1b[31md\u2028e"

    def odd(request: Request) -> Action:
        if "style_consistency" in request.prompt:
            reasoning = "<think>{\x00\ud800}</think>"
            return answer(
                request, reasoning + json.dumps({"style_consistency": {"score": 0.5, "note": note}})
            )
        return answer(request, "1")

    with JudgeServer(odd) as server:
        assert evaluate(folder, server).exit_code == 0
        asked = len(server.requests)
        assert evaluate(folder, server, out="again").exit_code == 0
        os.replace(folder / "out.sqlite3", folder / "third.sqlite3")
        cached = evaluate(folder, server, out="third")
        assert (cached.exit_code, len(server.requests)) == (0, 2 * asked)
    scores, _ = files(folder)
    assert files(folder, "again")[0] == files(folder, "third")[0] == scores
    first = next(row for _, row in read_jsonl(folder / "out" / "scores.jsonl"))
    told = "a\ufffdb\ufffdc\ufffd[31md\u2028e"
    assert first["soft_constraint_results"]["style_consistency"]["note"] == told
    with JudgeServer(lambda request: error(400, "no \x1b[31m\x00 \ud800!")) as server:
        refused = evaluate(folder, server, out="refused")
    assert refused.exit_code == 1
    assert "HTTP 400: no \ufffd[31m\ufffd \ufffd!" in refused.output
