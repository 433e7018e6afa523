"""Rollouts of drafting tasks: read, scored, filtered and written like those of translations."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import read_jsonl, write_jsonl
from inst_trans_env.lift import LiftTask, load_lift_tasks, score_document, task_from_row
from inst_trans_env.lift.references import load_references
from inst_trans_env.lift.scoring import compose
from inst_trans_env.lift.signature import lift_signature
from inst_trans_env.lift.wire import from_wire, to_wire
from inst_trans_env.rollouts.drafts import Drafts
from tests.judge.server import JudgeServer, chat
from tests.lift.build import evaluation, row
from tests.rollouts.build import draft_trace, traces

SOURCE = "sample:short_doc_few_constraints/test"


@pytest.fixture(scope="module")
def tasks() -> list[LiftTask]:
    return load_lift_tasks(SOURCE)[:3]


def answers(task: LiftTask) -> list[str]:
    """Return a document that is right, one without its last half, and none."""
    reference = load_references("sample")[task.example_id]
    return [reference, reference[: len(reference) // 2], ""]


def run(folder: Path, name: str, *more: str, env: dict[str, str] | None = None) -> Result:
    options = ["--formula", "lift", "-o", str(folder / "out.jsonl"), "--workers", "1"]
    # Traces carry their tasks.
    options += [] if '"traces"' in (folder / name).read_text("utf-8") else ["--data", SOURCE]
    return CliRunner().invoke(main, ["filter", str(folder / name), *options, *more], env=env)


def out(folder: Path) -> list[dict[str, Any]]:
    return [line for _, line in read_jsonl(folder / "out.jsonl")]


def test_traces_predictions_and_results_score_alike(tmp_path: Path, tasks: list[LiftTask]) -> None:
    pairs = [(task, text) for task in tasks for text in answers(task)]
    write_jsonl(tmp_path / "traces.jsonl", [draft_trace(*pair) for pair in pairs])
    write_jsonl(
        tmp_path / "predictions.jsonl",
        [{"example_id": task.example_id, "prediction": text} for task, text in pairs],
    )
    write_jsonl(
        tmp_path / "results.jsonl",
        [
            {
                "example_id": number,
                "prompt": list(task.prompt),
                "completion": [{"role": "assistant", "content": text}],
                "info": json.dumps(to_wire(task)),
            }
            for number, (task, text) in enumerate(pairs)
        ],
    )
    write_jsonl(
        tmp_path / "trl.jsonl",
        [{"prompt": list(task.prompt), "completion": text} for task, text in pairs],
    )
    wanted = [score_document(task, text).reward for task, text in pairs]
    for name in ("traces.jsonl", "predictions.jsonl", "results.jsonl", "trl.jsonl"):
        result = run(tmp_path, name, "--json")
        assert result.exit_code == 0, result.output
        found = out(tmp_path)
        assert [line["reward"] for line in found] == wanted
        assert [line["case_id"] for line in found] == [task.example_id for task, _ in pairs]
        report = json.loads(result.stdout)
        assert (report["groups"]["total"], report["with_unjudged_constraints"]) == (3, 9)
        assert report["signature"] == lift_signature(None)
        # What was written is read again, and its scores are taken as they are.
        (tmp_path / "again.jsonl").write_bytes((tmp_path / "out.jsonl").read_bytes())
        assert json.loads(run(tmp_path, "again.jsonl", "--json").stdout)["scores_reused"] == 9
        assert [(line["reward"], line["task"]) for line in out(tmp_path)] == [
            (line["reward"], line["task"]) for line in found
        ]
        assert from_wire(found[0]["task"]) == tasks[0]


@pytest.mark.parametrize(("to", "count"), [("sft", 3), ("grpo", 3), ("kto", 9), ("dpo", 3), ("rollouts", 9)])
def test_rows_for_trainers(tmp_path: Path, tasks: list[LiftTask], to: str, count: int) -> None:
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(task, text) for task in tasks for text in answers(task)])
    rules = ["--all-gates"] if to == "sft" else []
    assert run(tmp_path, "in.jsonl", "--to", to, *rules).exit_code == 0
    found = out(tmp_path)
    assert len(found) == count
    prompt = [dict(message) for message in tasks[0].prompt]
    if to == "sft":
        assert found[0]["messages"] == [*prompt, {"role": "assistant", "content": answers(tasks[0])[0]}]
    elif to != "rollouts":
        assert found[0]["prompt"] == prompt
    if to == "dpo":
        assert found[0]["chosen"][0]["content"] == answers(tasks[0])[0]


def test_pairs_that_differ_in_one_constraint(tmp_path: Path) -> None:
    entries = [
        evaluation("lexical_count", {"string": word, "lower_bound": 1}, weight=0.5)
        for word in ("rain", "snow")
    ]
    task = task_from_row(row(*entries))
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(task, text) for text in ("rain, snow", "rain", "sun")])
    assert run(tmp_path, "in.jsonl", "--to", "dpo", "--pairs", "one-constraint").exit_code == 0
    # Ids that repeat stand apart.
    assert [(line["constraint"], line["margin"]) for line in out(tmp_path)] == [("e (2)", 0.5)]


JUDGED = task_from_row(
    row(
        evaluation("judged_question", {"question": "Is it cold?"}, weight=0.5),
        evaluation("lexical_count", {"string": "snow", "lower_bound": 1}, weight=0.5, evaluation_id="f"),
    )
)


def test_recorded_scores_of_a_judge_are_used_again_without_one(tmp_path: Path) -> None:
    first, second = score_document(JUDGED, "snow").results
    judged = compose((replace(first, score=0.0, reason="judged 0"), second))
    recorded = judged.to_dict() | {"signature": lift_signature("of the task", JUDGED)}
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(JUDGED, "snow", recorded)])
    env = {"JUDGE_API_BASE": ""}
    assert run(tmp_path, "in.jsonl", "--judge", env=env).exit_code == 0
    assert [line["reward"] for line in out(tmp_path)] == [0.5]
    # By rules alone the judge's part is left out, and another judge is asked anew.
    assert run(tmp_path, "in.jsonl").exit_code == 0
    assert [line["reward"] for line in out(tmp_path)] == [1.0]
    result = run(tmp_path, "in.jsonl", "--judge", "--judge-model", "mine", env=env)
    assert result.exit_code == 2
    assert "there is no endpoint" in result.output


def test_weights_that_sum_to_more_than_one_give_a_reward_above_one(tmp_path: Path) -> None:
    entries = [evaluation("word_count", {"lower_bound": 1}, weight=1.5, evaluation_id=name) for name in "ab"]
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(task_from_row(row(*entries)), "x")])
    result = run(tmp_path, "in.jsonl", "--json")
    assert result.exit_code == 0, result.output
    assert [line["reward"] for line in out(tmp_path)] == [3.0]
    (tmp_path / "again.jsonl").write_bytes((tmp_path / "out.jsonl").read_bytes())
    assert json.loads(run(tmp_path, "again.jsonl", "--json").stdout)["scores_reused"] == 1


def test_a_judge_is_asked_with_the_models_of_the_tasks(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(JUDGED, "snow"), draft_trace(JUDGED, "rain")])
    cache = ["--judge", "--cache", str(tmp_path / "c.db")]
    with JudgeServer([chat("yes"), chat("no")]) as server:
        env = {"JUDGE_API_BASE": server.base_url, "JUDGE_API_KEY": "k"}
        planned = run(tmp_path, "in.jsonl", *cache, "--dry-run", env=env)
        assert planned.stdout.startswith("2 calls (0 more from the cache)"), planned.output
        assert server.requests == []
        assert run(tmp_path, "in.jsonl", *cache, "--concurrency", "1", env=env).exit_code == 0
        assert {request.body["model"] for request in server.requests} == {"google/gemma-4-31B-it"}
    assert [line["reward"] for line in out(tmp_path)] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"results": []}, "not of the constraints"),
        ({"results": [{"evaluation_id": 1}]}, "not what drafting-constraint writes"),
        ({"reward": None}, "not what drafting-constraint writes"),
        ({"reward": float("nan")}, "the reward is no number"),
        ({"reward": "x"}, "not what drafting-constraint writes"),
    ],
)
def test_a_damaged_score_is_set_aside(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    task = task_from_row(row(evaluation("word_count", {"lower_bound": 1})))
    score = score_document(task, "x").to_dict() | {"signature": Drafts().sign(task)} | change
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(task, "x", score)])
    result = run(tmp_path, "in.jsonl")
    assert result.exit_code == 1
    assert message in result.output


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"example_id": "nobody", "prediction": "x"}, "example_id 'nobody' is not among the"),
        (draft_trace(JUDGED, "x")["traces"][0], "no known format"),
        (
            draft_trace(task_from_row(row(evaluation("judged_question", {"question": "?"}))), "x"),
            "weight on judged constraints only",
        ),
    ],
)
def test_what_cannot_be_scored_is_named(tmp_path: Path, line: dict[str, Any], message: str) -> None:
    write_jsonl(tmp_path / "in.jsonl", [line])
    result = run(tmp_path, "in.jsonl")
    assert result.exit_code in {1, 2}
    assert message in result.output


def test_the_other_kind_of_tasks_is_named(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in.jsonl", traces(1))
    assert "the task is a translation" in run(tmp_path, "in.jsonl").output
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(JUDGED, "x")])
    arguments = ["filter", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl"), "--workers", "1"]
    assert "score it with --formula lift" in CliRunner().invoke(main, arguments).output


def test_rules_of_translations_are_refused(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(JUDGED, "x")])
    result = run(tmp_path, "in.jsonl", "--rules", "strict")
    assert result.exit_code == 2
    assert "--rules is about translations" in result.output


@pytest.mark.parametrize("index", [{"index_base": 7, "index_among": "siblings"}, {"index_among": "x"}])
def test_a_carried_row_that_counts_in_no_known_way_is_an_error(index: dict[str, Any]) -> None:
    from inst_trans_env.errors import DataError

    with pytest.raises(DataError, match="no way of counting"):
        from_wire(to_wire(JUDGED) | index)
