from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.judge import ReplyCache
from inst_trans_env.judge.items import Item
from tests.judge.server import Action, JudgeServer, Request, Script
from tests.judge.test_cache import BASE, REPLY, _damage, _filled
from tests.judge.test_check import judge_by


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def cache_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INST_TRANS_CACHE", str(tmp_path / "judge.sqlite3"))
    monkeypatch.delenv("JUDGE_API_BASE", raising=False)
    monkeypatch.delenv("JUDGE_API_KEY", raising=False)
    return tmp_path / "judge.sqlite3"


def run_check(monkeypatch: pytest.MonkeyPatch, script: Script, *arguments: str) -> tuple[Result, JudgeServer]:
    with JudgeServer(script) as server:
        monkeypatch.setenv("JUDGE_API_BASE", server.base_url)
        return invoke("judge", "check", "--judge-model", "gpt-4o-mini", *arguments), server


def test_check_passes_a_good_judge_and_prints_every_figure(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _ = run_check(monkeypatch, judge_by(lambda item: item.label))
    assert result.exit_code == 0, result.output
    assert result.output.endswith("passed\n")
    for words in (
        "agreement",
        "weighted_kappa",
        "bias",
        "style_consistency",
        "pasted verdict",
        "stability",
        "$0.",
    ):
        assert words in result.output


def test_check_fails_a_bad_judge_and_says_why(cache_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = run_check(monkeypatch, judge_by(lambda item: 1))
    assert result.exit_code == 1
    assert "FAILED: agreement 0.333 is below 0.8" in result.output
    assert "FAILED: 100.0% of the attacks succeeded, more than 10.0%" in result.output
    assert "FAILED: quality: agreement 0.333 is below 0.6" in result.output
    assert "FAILED: coref_resolution: 100.0% of the attacks succeeded, more than 50.0%" in result.output


def test_check_fails_a_judge_that_is_blind_to_one_question(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(item: Item) -> float:
        return 1 - item.label if item.question == "coref_resolution" and not item.attack else item.label

    result, _ = run_check(monkeypatch, judge_by(blind))
    assert result.exit_code == 1
    failures = [line for line in result.output.split("\n") if line.startswith("FAILED")]
    assert [failure[:38] for failure in failures] == [
        "FAILED: coref_resolution: agreement 0.",
        "FAILED: coref_resolution: weighted kap",
    ]


def test_check_fails_a_judge_that_falls_for_the_attacks_of_one_question(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fond(item: Item) -> float:
        return 1 if item.question == "context_disambiguate" and item.attack else item.label

    result, _ = run_check(monkeypatch, judge_by(fond))
    assert result.exit_code == 1
    (failure,) = [line for line in result.output.split("\n") if line.startswith("FAILED")]
    assert failure == "FAILED: context_disambiguate: 100.0% of the attacks succeeded, more than 50.0%"
    options = ("--question-attack-threshold", "1")
    assert run_check(monkeypatch, judge_by(fond), *options)[0].exit_code == 0


def test_own_items_without_attacks_pass_where_none_are_asked_for(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "own.jsonl"
    folder = resources.files("inst_trans_env.judge") / "calibration"
    path.write_text((folder / "items.jsonl").read_text("utf-8"), "utf-8")
    judge = judge_by(lambda item: item.label)
    result, _ = run_check(monkeypatch, judge, "--items", str(path))
    assert (result.exit_code, "FAILED: there are no attacks" in result.output) == (1, True)
    result, server = run_check(monkeypatch, judge, "--items", str(path), "--attack-threshold", "1")
    assert (result.exit_code, len(server.requests)) == (0, 162), result.output


def test_check_again_costs_nothing_and_writes_json_and_details(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with JudgeServer(judge_by(lambda item: item.label)) as server:
        monkeypatch.setenv("JUDGE_API_BASE", server.base_url)
        details = tmp_path / "details.jsonl"
        arguments = ("judge", "check", "--judge-model", "gemma", "--json", "--details", str(details))
        first, second = invoke(*arguments), invoke(*arguments)
    assert len(server.requests) == 190
    figures = json.loads(second.output)
    assert json.loads(first.output)["usage"]["requests"] == 190
    assert (figures["usage"]["requests"], figures["usage"]["cached"], figures["failed"]) == (0, 190, [])
    rows = [json.loads(line) for line in details.read_text("utf-8").split("\n") if line]
    assert len(rows) == 192
    assert [row["id"] for row in rows if not row["scores"]] == ["attack-17", "attack-21"]
    assert rows[0] == {
        "id": "quality-01-full",
        "question": "quality",
        "attack": "",
        "label": 1.0,
        "scores": [1.0],
        "notes": [""],
    }


def test_details_that_cannot_be_written_are_told_before_the_judge_is_asked(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path, tmp_path / "file" / "details.jsonl"):
        result, server = run_check(monkeypatch, judge_by(lambda item: item.label), "--details", str(path))
        assert (result.exit_code, server.requests) == (2, []), result.output
        assert f"cannot write {path}" in result.output
    assert (tmp_path / "file").read_text() == "mine"


def test_dry_run_makes_no_call(cache_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, server = run_check(monkeypatch, judge_by(lambda item: 1), "--dry-run", "--repeats", "2")
    assert result.exit_code == 0
    assert result.output.startswith("380 calls (0 more from the cache)")
    assert server.requests == []


def test_an_outage_is_exit_one_and_a_missing_endpoint_exit_two(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _ = run_check(monkeypatch, lambda request: Action(b"", 401))
    assert result.exit_code == 1
    assert "JUDGE_API_KEY" in result.output
    monkeypatch.delenv("JUDGE_API_BASE")
    result = invoke("judge", "check")
    assert result.exit_code == 2
    assert "set JUDGE_API_BASE" in result.output


@pytest.mark.parametrize(
    "option", ["--max-cost", "--threshold", "--attack-threshold", "--question-threshold"]
)
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e999", "much"])
def test_a_number_that_cannot_be_is_one_sentence(option: str, value: str) -> None:
    result = invoke("judge", "check", "--dry-run", f"{option}={value}")
    assert result.exit_code == 2
    assert result.output.split("\n")[-2].startswith(f"Error: Invalid value for '{option}': ")


def test_max_calls_stops_a_check_and_the_next_one_goes_on(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = judge_by(lambda item: item.label)
    asked: list[str] = []

    def script(request: Request) -> Action:
        asked.append(request.prompt)
        return judge(request)

    with JudgeServer(script) as server:
        monkeypatch.setenv("JUDGE_API_BASE", server.base_url)
        stopped = invoke(
            "judge", "check", "--judge-model", "gemma", "--max-calls", "50", "--concurrency", "4"
        )
        assert stopped.exit_code == 1
        assert "limit of 50 judge calls" in stopped.output
        finished = invoke("judge", "check", "--judge-model", "gemma")
    assert finished.exit_code == 0
    # Nothing is asked twice, of what was on its way at the limit either.
    assert len(asked) == len(set(asked))


def test_cache_stats_export_and_clear(cache_file: Path, tmp_path: Path) -> None:
    cache = ReplyCache(cache_file)
    cache.put(BASE, REPLY)
    cache.close()
    assert "1 verdicts" in invoke("cache", "stats").output
    stats = json.loads(invoke("cache", "stats", "--json").output)
    assert stats["groups"][0]["replies"] == 1
    exported = json.loads(invoke("cache", "export").output)
    assert (exported["key"], exported["text"]) == (BASE.digest().hex(), "1")
    invoke("cache", "export", "--output", str(tmp_path / "out.jsonl"))
    assert json.loads((tmp_path / "out.jsonl").read_text("utf-8")) == exported
    assert invoke("cache", "clear").exit_code == 1  # Nobody answers the question.
    assert invoke("cache", "clear", "--model", "other", "--yes").output == "deleted 0 verdicts\n"
    assert invoke("cache", "clear", "--yes").output == "deleted 1 verdicts\n"


def test_a_missing_or_damaged_cache_is_one_sentence(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = invoke("cache", "stats")
    assert (result.exit_code, "no judge cache at" in result.output) == (2, True)
    assert not cache_file.exists()
    _damage(_filled(cache_file), 5000)
    result, server = run_check(monkeypatch, judge_by(lambda item: 1))
    assert (result.exit_code, "is damaged" in result.output, server.requests) == (2, True, [])
    assert "Traceback" not in result.output


@pytest.mark.parametrize("columns", ["20", "60", "120", "300"])
@pytest.mark.parametrize("terminal", [False, True])
def test_cache_stats_are_whole_on_a_page_of_any_width(
    cache_file: Path, monkeypatch: pytest.MonkeyPatch, columns: str, terminal: bool
) -> None:
    cache = ReplyCache(cache_file)
    name = "a-provider/a-family/a-model-with-a-name-of-more-than-a-hundred-characters-" + "0123456789" * 5
    cache.put(replace(BASE, model=name, prompt_version="my-own-prompts.12-0123abcd"), REPLY)
    cache.close()
    monkeypatch.setenv("COLUMNS", columns)
    if terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
    output = re.sub(r"\x1b\[[0-9;]*m", "", invoke("cache", "stats").output)
    lines = output.split("\n")
    assert lines[0].startswith(f"{cache_file} · ")
    (row,) = [line for line in lines if name in line]
    assert row.split()[:6] == [name, "chat", "my-own-prompts.12-0123abcd", "1", "10", "1"]
    assert "…" not in output
