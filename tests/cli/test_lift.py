from __future__ import annotations

import json
import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from inst_trans_env.lift import score_document, task_from_row
from tests.judge.server import JudgeServer, chat, error
from tests.lift.build import evaluation, row
from tests.rollouts.build import draft_trace

DOCUMENT = "# T\n\n## A\n\nrain rain\n\n## B\n\nsnow\n"
EVALUATIONS = (
    evaluation("lexical_count", {"string": "rain", "lower_bound": 2}, [("H2", 1)], weight=0.25),
    evaluation("lexical_count", {"string": "rain", "lower_bound": 2}, [("H2", 2)], weight=0.25),
    evaluation("judged_question", {"question": "Is it cold?"}, [("H2", 2)], weight=0.5, weight_group="style"),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    rows = [
        row(*deepcopy(EVALUATIONS), example_id=name, document_outline="# T\n## A\n## B")
        for name in ("one", "two")
    ]
    rows[0]["info"]["evaluations"][0]["parser_args"]["selector_lst"] = [["H2", 1], ["P", 1]]
    path.write_text("".join(json.dumps(entry) + "\n" for entry in rows), "utf-8")
    return path


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    path = tmp_path / "out.jsonl"
    path.write_text(json.dumps({"example_id": "one", "prediction": DOCUMENT}) + "\n", "utf-8")
    return path


def call(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["lift", *map(str, arguments)], input=stdin)


def test_stats(data: Path) -> None:
    result = call("stats", "--data", data)
    assert result.exit_code == 0
    assert "2 tasks · 6 constraints, 2 judged · 3 to 3 a task" in result.output
    counts = json.loads(call("stats", "--data", data, "--json").output)
    assert counts["metric"] == {"lexical_count": 4, "judged_question": 2}
    assert counts["place"] == {"H2": 5, "H2 > P": 1}
    assert counts["indexing"] == {"base": 1, "among": "siblings"}


def test_show(data: Path) -> None:
    result = call("show", "one", "--data", data)
    assert "lexical_count" in result.output
    assert "H2 1 > P 1" in result.output
    assert json.loads(call("show", "two", "--data", data, "--json").output)["example_id"] == "two"


def test_show_names_the_nearest_example(data: Path) -> None:
    result = call("show", "ones", "--data", data)
    assert result.exit_code == 2
    assert "Did you mean one" in result.output


def test_explain_marks_places(data: Path, tmp_path: Path) -> None:
    response = tmp_path / "a.md"
    response.write_text(DOCUMENT, "utf-8")
    lines = call("explain", "two", "--data", data, "--response", response).output.split("\n")
    assert lines[0] == "verifiable score 0.5000; 1 constraints need a judge, so there is no total"
    at = lines.index("    ✓ lexical_count [H2 1, lines 3–5] 2 times “rain”, wanted at least 2 · weight 0.25")
    assert lines[at + 1] == "    3 │ ## A"
    assert "    ? judged_question [H2 2, lines 7–9] not judged · weight 0.5" in lines
    found = json.loads(
        call("explain", "two", "--data", data, "--response", "-", "--json", stdin=DOCUMENT).output
    )
    assert [result["score"] for result in found["results"]] == [1.0, 0.0, None]
    assert found["results"][0]["lines"] == [3, 5]


def test_explain_shows_what_has_no_place(data: Path) -> None:
    output = call("explain", "two", "--data", data, "--response", "-", stdin="nothing").output
    assert "✗ lexical_count [no place] there is no H2 1 below the document (0 found)" in output
    assert (
        output.split("\n")[0] == "verifiable score 0.0000; 1 constraints need a judge, so there is no total"
    )


def test_evaluate_without_a_judge_and_again(data: Path, predictions: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = (
        "evaluate",
        "--data",
        data,
        "--predictions",
        predictions,
        "--output-dir",
        out,
        "--skip-judge",
    )
    assert call(*arguments).exit_code == 0
    rows = [json.loads(line) for line in (out / "scores.jsonl").read_text("utf-8").splitlines()]
    assert [(entry["case_id"], entry["prediction_status"]) for entry in rows] == [
        ("one", "present"),
        ("two", "missing"),
    ]
    assert rows[0]["verifiable_score"] == 0.5
    assert rows[0]["raw"] is None
    assert (rows[1]["raw"], rows[1]["reward"], rows[1]["unjudged"]) == (None, 0.0, 1)
    before = (out / "scores.jsonl").read_bytes()
    (out / "scores.jsonl").write_bytes(before.split(b"\n")[0] + b'\n{"case_id": "tw')
    summary = json.loads(call(*arguments, "--json").output)
    assert (out / "scores.jsonl").read_bytes() == before
    assert summary["raw"] is None
    assert summary["verifiable_score"] == 0.25
    assert summary["by_metric"]["lexical_count"] == {"total": 4, "mean": 0.25}


def judged(script: Any, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> tuple[Result, JudgeServer]:
    with JudgeServer(script) as server:
        monkeypatch.setitem(os.environ, "JUDGE_API_BASE", server.base_url)
        monkeypatch.setitem(os.environ, "JUDGE_API_KEY", "k")
        return call("evaluate", *arguments), server


def test_evaluate_with_a_judge(
    data: Path, predictions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("--data", data, "--predictions", predictions, "--cache", tmp_path / "cache.db", "--json")
    result, server = judged([chat("yes")], monkeypatch, *arguments, "--output-dir", tmp_path / "a")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["raw"] == pytest.approx((0.75 + 0) / 2)
    assert [request.body["model"] for request in server.requests] == ["google/gemma-4-31B-it"]
    _, again = judged(
        [chat("no")], monkeypatch, *arguments, "--output-dir", tmp_path / "b", "--judge-model", "mine"
    )
    assert [request.body["model"] for request in again.requests] == ["mine"]


def test_scores_by_two_endpoints_or_request_shapes_do_not_mix(
    data: Path, predictions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    arguments = ("--data", data, "--predictions", predictions, "--cache", tmp_path / "c.db", "--json",
                 "--output-dir", out)  # fmt: skip
    first, server = judged([chat("yes")], monkeypatch, *arguments)
    assert first.exit_code == 0, first.output
    config = json.loads((out / "summary.json").read_text("utf-8"))["config"]
    assert (config["judge_endpoint"], config["judge_api"]) == (server.base_url, None)
    before = (out / "scores.jsonl").read_bytes()
    with JudgeServer([]) as other:
        monkeypatch.setitem(os.environ, "JUDGE_API_BASE", other.base_url)
        refused = call("evaluate", *arguments)
    assert (refused.exit_code, other.requests) == (2, [])
    assert "holds scores of another run (different: judge_endpoint)" in refused.output
    monkeypatch.setitem(os.environ, "JUDGE_API_BASE", server.base_url)
    refused = call("evaluate", *arguments, "--judge-api", "chat")
    assert "(different: judge_api)" in refused.output
    assert (out / "scores.jsonl").read_bytes() == before


def test_a_dry_run_sends_nothing(
    data: Path, predictions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("--data", data, "--predictions", predictions, "--cache", tmp_path / "c.db", "--dry-run")
    result, server = judged([], monkeypatch, *arguments, "--output-dir", tmp_path / "a", "--price", "1,2")
    # The other task has no document: its judged element is missing, and nothing is asked about it.
    assert (result.exit_code, server.requests) == (0, [])
    assert result.stdout.startswith("1 calls (0 more from the cache)")
    assert "cost $" in result.stdout
    assert not (tmp_path / "a").exists()
    monkeypatch.delenv("JUDGE_API_BASE", raising=False)
    assert call("evaluate", *arguments, "--output-dir", tmp_path / "a").exit_code == 0
    refused = call("evaluate", *arguments, "--output-dir", tmp_path / "a", "--skip-judge")
    assert refused.exit_code == 2
    assert "is about the judge: leave out --skip-judge" in refused.output


def test_a_dry_run_tells_of_every_judge_that_tasks_name(
    data: Path, predictions: Path, tmp_path: Path
) -> None:
    rows = [json.loads(line) for line in data.read_text("utf-8").splitlines()]
    other = deepcopy(rows[0]["info"]["evaluations"][2])
    other["metric_args"]["critic_model_name"] = "another"
    rows[0]["info"]["evaluations"].append(other)
    data.write_text("".join(json.dumps(entry) + "\n" for entry in rows), "utf-8")
    out = call(
        "evaluate", "--data", data, "--predictions", predictions, "--output-dir", tmp_path / "a", "--dry-run",
        "--cache", tmp_path / "c.db",
    ).stdout  # fmt: skip
    assert [line.split(":")[0] for line in out.splitlines()] == ["google/gemma-4-31B-it", "another"]
    assert out.count("1 calls") == 2


def test_a_judge_that_fails_leaves_no_score(
    data: Path, predictions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    arguments = (
        "--data",
        data,
        "--predictions",
        predictions,
        "--cache",
        tmp_path / "cache.db",
        "--output-dir",
        out,
    )
    result, _ = judged([error(401)], monkeypatch, *arguments)
    assert result.exit_code == 1
    assert "error:" in result.output
    assert not (out / "summary.json").exists()
    assert b'"one"' not in (out / "scores.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"case_id": "one", "prediction": "x"}', "field example_id"),
        ('{"example_id": "three", "prediction": "x"}', "'three' is not among the 2 tasks"),
    ],
)
def test_bad_predictions_are_named(
    data: Path, predictions: Path, tmp_path: Path, line: str, message: str
) -> None:
    predictions.write_text(line + "\n", "utf-8")
    result = call(
        "evaluate",
        "--data",
        data,
        "--predictions",
        predictions,
        "--output-dir",
        tmp_path / "r",
        "--skip-judge",
    )
    assert result.exit_code == 2
    assert message in result.output


def test_traces_of_a_run_are_summed_up(tmp_path: Path) -> None:
    task = task_from_row(row(*deepcopy(EVALUATIONS), document_outline="# T\n## A\n## B"))
    score = score_document(task, DOCUMENT).to_dict() | {"signature": "LIFT|x"}
    failed = draft_trace(task, "")
    failed["traces"][0] |= {"ok": False, "errors": [{"type": "JudgeOutage", "message": "out"}]}
    path = tmp_path / "traces.jsonl"
    write_jsonl(path, [draft_trace(task, DOCUMENT, score), failed])
    summary = json.loads(call("traces", path, "--json").output)
    assert (summary["documents"], summary["errored"], summary["by_rules_alone"]) == (1, 1, 1)
    assert (summary["reward"], summary["raw"], summary["basis"]) == (0.5, None, {"rules": 1})
    assert "JudgeOutage: out" in call("traces", path).output
    failed["traces"][0]["errors"][0]["message"] = f"{'the judge at an address ' * 9}says: the key is wrong"
    write_jsonl(path, [draft_trace(task, DOCUMENT, score), failed])
    shown = " ".join(call("traces", path).output.split())
    assert shown.endswith("says: the key is wrong"), "what helps stands at the end of an error"
    write_jsonl(path, [failed])
    assert call("traces", path).exit_code == 1


@pytest.mark.parametrize(
    ("score", "message"),
    [(None, "no score of drafting-constraint"), ({"reward": 1.0}, "a score without basis, raw")],
)
def test_traces_without_a_whole_score_are_refused(
    tmp_path: Path, score: dict[str, Any] | None, message: str
) -> None:
    write_jsonl(
        tmp_path / "traces.jsonl", [draft_trace(task_from_row(row(*deepcopy(EVALUATIONS))), "x", score)]
    )
    result = call("traces", tmp_path)
    assert result.exit_code == 2
    assert message in result.output
