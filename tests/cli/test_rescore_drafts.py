"""`rescore` of drafts of LIFT: by rules, by a judge, rescued, gone on with, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from inst_trans_env.lift import LiftTask, load_lift_tasks, score_document, task_from_row
from inst_trans_env.lift.references import load_references
from inst_trans_env.lift.signature import lift_signature
from tests.judge.server import JudgeServer, Request, chat, error
from tests.lift.build import evaluation, row
from tests.rollouts.build import draft_trace, rows, traces

SOURCE = "sample:short_doc_few_constraints/test"
JUDGED = task_from_row(
    row(
        evaluation("judged_question", {"question": "Is it cold?"}, weight=0.5),
        evaluation("lexical_count", {"string": "snow", "lower_bound": 1}, weight=0.5, evaluation_id="f"),
    )
)


@pytest.fixture(scope="module")
def tasks() -> list[LiftTask]:
    return load_lift_tasks(SOURCE)[:3]


def rescore(source: Path, out: Path, *more: str, **env: str) -> Result:
    args = ["rescore", str(source), "--formula", "lift", "-o", str(out), "--workers", "1", *more]
    return CliRunner().invoke(main, args, env={"JUDGE_API_BASE": "", **env})


def summary(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return found


def test_a_run_is_scored_as_lift_evaluate_scores_it(tmp_path: Path, tasks: list[LiftTask]) -> None:
    texts = [load_references("sample")[tasks[0].example_id], "# Half\n\nof it", ""]
    answers = [(task.example_id, text) for task, text in zip(tasks, texts, strict=True)]
    write_jsonl(tmp_path / "in.jsonl", [{"example_id": name, "prediction": text} for name, text in answers])
    write_jsonl(tmp_path / "data.jsonl", [task.to_row() for task in tasks])
    data = ["--data", str(tmp_path / "data.jsonl")]
    files = ["--predictions", str(tmp_path / "in.jsonl"), "--output-dir", str(tmp_path / "whole")]
    wanted = CliRunner().invoke(main, ["lift", "evaluate", *data, *files, "--skip-judge"])
    assert wanted.exit_code == 0, wanted.output
    result = rescore(tmp_path / "in.jsonl", tmp_path / "out", *data, "--skip-judge", "--json")
    assert result.exit_code == 0, result.output
    found, same = summary(tmp_path / "out"), summary(tmp_path / "whole")
    assert json.loads(result.stdout) == found
    assert {name: found[name] for name in same if name != "config"} == {
        name: same[name] for name in same if name != "config"
    }
    assert found["config"]["signature"] == lift_signature(None)
    assert (found["config"]["instances_scored"], found["config"]["judge_model"]) == (3, None)
    scores = rows(tmp_path / "out" / "rollouts.jsonl")
    assert [line["reward"] for line in scores] == [
        score_document(task, text).reward for task, text in zip(tasks, texts, strict=True)
    ]
    # A folder of `lift evaluate` is told apart.
    for more in ([], ["--formula", "lift"]):
        args = ["rescore", str(tmp_path / "whole"), "-o", str(tmp_path / "again"), "--skip-judge", *more]
        refused = CliRunner().invoke(main, args)
        assert refused.exit_code == 2
        assert "is of `lift evaluate`: run that again with other options" in refused.stderr


def test_tables_are_those_of_documents(tmp_path: Path, tasks: list[LiftTask]) -> None:
    write_jsonl(tmp_path / "traces.jsonl", [draft_trace(task, "# A\n\ntext") for task in tasks])
    result = rescore(tmp_path, tmp_path / "out", "--skip-judge")
    assert result.exit_code == 0, result.output
    for words in ("documents", "By metric", "By weight group", f"summary are in {tmp_path / 'out'}"):
        assert words in result.stdout


def test_errored_traces_are_rescued_and_a_judge_is_asked_once(tmp_path: Path) -> None:
    out_of_order = draft_trace(JUDGED, "rain")
    out_of_order["traces"][0] |= {"ok": False, "errors": [{"type": "JudgeOutage", "message": "out"}]}
    write_jsonl(tmp_path / "traces.jsonl", [draft_trace(JUDGED, "snow"), out_of_order])
    cache = ["--cache", str(tmp_path / "c.db"), "--concurrency", "1"]
    with JudgeServer([chat("yes"), chat("no")]) as server:
        env = {"JUDGE_API_BASE": server.base_url, "JUDGE_API_KEY": "k"}
        plan = rescore(tmp_path, tmp_path / "out", *cache, "--dry-run", **env)
        assert plan.stdout.startswith("2 calls (0 more from the cache)"), plan.output
        assert not (tmp_path / "out").exists()
        assert rescore(tmp_path, tmp_path / "out", *cache, **env).exit_code == 0
        assert {request.body["model"] for request in server.requests} == {"google/gemma-4-31B-it"}
    config = summary(tmp_path / "out")["config"]
    assert (config["rescued"], config["errored"], config["instances_scored"]) == (1, 0, 2)
    assert (config["judge_model"], config["judge_endpoint"]) == ("of the task", server.base_url)
    assert config["signature"] == lift_signature("of the task")
    scored = tmp_path / "out" / "rollouts.jsonl"
    assert [line["reward"] for line in rows(scored)] == [1.0, 0.0]
    # What it writes is read by filter, and by itself, without an endpoint.
    args = ["filter", str(scored), "--formula", "lift", "--judge", "--workers", "1", "--json"]
    kept = CliRunner().invoke(main, [*args, "-o", str(tmp_path / "kept.jsonl")], env={"JUDGE_API_BASE": ""})
    assert json.loads(kept.stdout)["scores_reused"] == 2
    assert rescore(scored, tmp_path / "again").exit_code == 0
    assert summary(tmp_path / "again")["config"]["scores_reused"] == 2
    # Another judge is asked anew.
    other = rescore(scored, tmp_path / "other", "--judge-model", "mine")
    assert other.exit_code == 2
    assert "there is no endpoint" in other.stderr
    assert not (tmp_path / "other").exists()


def test_a_judge_named_here_is_asked_in_place_of_the_tasks(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "traces.jsonl", [draft_trace(JUDGED, "snow")])
    more = ["--cache", str(tmp_path / "c.db"), "--judge-model", "mine"]
    with JudgeServer([chat("no")]) as server:
        assert rescore(tmp_path, tmp_path / "out", *more, JUDGE_API_BASE=server.base_url).exit_code == 0
        assert [request.body["model"] for request in server.requests] == ["mine"]
    assert summary(tmp_path / "out")["config"]["judge_model"] == "mine"
    assert summary(tmp_path / "out")["reward"] == 0.5


def test_a_judge_that_is_out_stops_the_run(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "traces.jsonl", [draft_trace(JUDGED, f"snow {n}") for n in range(9)])

    def refuses(request: Request) -> Any:
        return error(401)

    more = ["--cache", str(tmp_path / "c.db"), "--concurrency", "1"]
    with JudgeServer(refuses) as server:
        result = rescore(tmp_path, tmp_path / "out", *more, JUDGE_API_BASE=server.base_url)
        assert len(server.requests) == 1
    assert result.exit_code == 1
    assert "set JUDGE_API_KEY" in result.stderr
    assert not (tmp_path / "out").exists()


def test_the_other_kind_is_named(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "traces.jsonl", traces(1))
    result = rescore(tmp_path, tmp_path / "1", "--skip-judge")
    assert result.exit_code == 1
    assert "line 1: the task is a translation: --formula lift is for drafts" in result.stderr
    write_jsonl(tmp_path / "traces.jsonl", [draft_trace(JUDGED, "x")])
    args = ["rescore", str(tmp_path), "-o", str(tmp_path / "2"), "--skip-judge", "--workers", "1"]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 1
    assert "line 1: the task is a draft of LIFT: score it with --formula lift" in result.stderr
