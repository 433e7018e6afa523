"""Outlines from a model: over HTTP, replies checked, a stopped run goes on from its cache."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.lift import load_lift_tasks
from inst_trans_env.lift.references import load_references
from inst_trans_env.lift.synthesis.model import read_contents, read_titles
from inst_trans_env.lift.synthesis.run import faults_of
from tests.judge.server import Action, JudgeServer, Request, answer, error

WORDS = "harbour trade vessel anchor cargo customs signal pilot".split()
CONFIGS = ("short_doc_few_constraints", "flat_doc_some_constraints")


def model(request: Request) -> Action:
    """Answer as a model that does what it is asked."""
    if "exactly these numbers" not in request.prompt:
        return error(400, "not a known request")
    if "Give every header a title" in request.prompt:
        numbers = re.findall(r"^[\d., ]+$", request.prompt, re.MULTILINE)[0].split(", ")
        return answer(
            request, json.dumps({number: f"Part {number.replace('.', ' of ')}" for number in numbers})
        )
    topic = re.findall(r"tasks about: (.*)", request.prompt)[0]
    numbers = re.findall(r"^(\d[\d.]*) ", request.prompt, re.MULTILINE)
    parts = {
        number: {
            "terms": [*WORDS, "Two words", 3],
            "questions": [f"What does part {number} say of {topic}, case {case}?" for case in "abcde"],
        }
        for number in numbers
    }
    return answer(request, f"Here you are:\n```json\n{json.dumps(parts)}\n```")


def synthesize(server: JudgeServer, folder: Path, *more: str) -> Result:
    configs = [part for name in CONFIGS for part in ("--config", name)]
    command = ["lift", "synthesize", "--output", str(folder / "tasks"), "--test", "3", "--model", "writer"]
    command += ["--cache", str(folder / "cache.sqlite3"), "--json"]
    return CliRunner().invoke(
        main,
        [*command, *configs, *more],
        env={"JUDGE_API_BASE": server.base_url, "JUDGE_API_KEY": "none"},
    )


def test_tasks_from_a_model(tmp_path: Path) -> None:
    with JudgeServer(model) as server:
        done = synthesize(server, tmp_path)
        assert done.exit_code == 0, done.output
        calls = len(server.requests)
        again = synthesize(server, tmp_path)
        assert again.exit_code == 0
        assert len(server.requests) == calls
    assert json.loads(done.stdout) == json.loads(again.stdout)
    assert json.loads(done.stdout)["ideas"] == "model writer"
    references = load_references(tmp_path / "tasks")
    asked: list[str] = []
    for config in CONFIGS:
        tasks = load_lift_tasks(tmp_path / "tasks", config=config)
        assert len(tasks) == 3
        for task in tasks:
            assert faults_of(task, references[task.example_id]) == []
            asked += [entry.metric_args.get("criterion", "") for entry in task.evaluations]
    assert any("What does part" in question for question in asked)
    assert "## Part 1\n" in load_lift_tasks(tmp_path / "tasks", config=CONFIGS[0])[0].document_outline


def test_a_stopped_run_leaves_no_files_and_goes_on(tmp_path: Path) -> None:
    with JudgeServer(model) as server:
        stopped = synthesize(server, tmp_path, "--max-calls", "4", "--concurrency", "1")
        assert stopped.exit_code == 1
        assert "error: " in stopped.stderr
        assert not list((tmp_path / "tasks").rglob("*.jsonl"))
        assert len(server.requests) == 4
        done = synthesize(server, tmp_path)
        assert done.exit_code == 0, done.output
        calls = len(server.requests)
    with JudgeServer(model) as server:
        fresh = synthesize(server, tmp_path / "fresh")
        assert json.loads(fresh.stdout) == json.loads(done.stdout)
        assert len(server.requests) == calls


def test_a_reply_that_cannot_be_used_is_asked_for_again(tmp_path: Path) -> None:
    with JudgeServer(
        lambda request: answer(request, "No.") if request.number == 0 else model(request)
    ) as server:
        assert synthesize(server, tmp_path).exit_code == 0


def test_a_model_that_is_out_is_an_error(tmp_path: Path) -> None:
    with JudgeServer([error(401, "who are you")]) as server:
        done = synthesize(server, tmp_path)
    assert done.exit_code == 1
    assert "who are you" in done.stderr


TITLES: dict[str, Any] = {"1": "Ports", "1.1": "Early ports", "2": "Ships & crews (today)"}


def test_titles_are_read() -> None:
    assert read_titles(json.dumps(TITLES), list(TITLES)) == TITLES


@pytest.mark.parametrize(
    "change",
    [
        {"2": "ports"},
        {"2": "**Ships**"},
        {"2": ""},
        {"2": 3},
        {"2": "a\nb"},
        {"3": "More"},
        {"2": "“Ships”"},
        {"2": "x" * 200},
    ],
)
def test_titles_that_cannot_be_used(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"title|keys"):
        read_titles(json.dumps(TITLES | change), list(TITLES))


@pytest.mark.parametrize(
    "reply", ["", "no", "[]", "{}", '{"1": {}}', "{" * 100_000, '{"1": ' * 100_000 + "}"]
)
def test_contents_that_cannot_be_used(reply: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is of no matter
        read_contents(reply, ["1"])


def test_unusable_words_and_questions_are_left_out() -> None:
    questions = [
        "How old are ports?",
        "Which ships call?",
        "Who pays the dues?",
        "no question",
        "Is `x` a port?",
    ]
    reply = {"1": {"terms": [*WORDS, WORDS[0], "Port", "two words", 7], "questions": questions}}
    terms, asked = read_contents(json.dumps(reply), ["1"])["1"]
    assert terms == WORDS
    assert asked == [f"Answer the question: {question}" for question in questions[:3]]
