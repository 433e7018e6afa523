from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.errors import UserError
from inst_trans_env.lift import load_lift_tasks, score_document
from inst_trans_env.lift.sample import sample_references
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.drafting import POLICIES, load_desk
from inst_trans_env.tasks import load_tasks

OUTLINED = load_lift_tasks("sample:long_doc_few_constraints/train")
FLAT = load_lift_tasks("sample:flat_doc_some_constraints/test")


@pytest.fixture(scope="module")
def app() -> PolicyApp:
    return PolicyApp(load_tasks("sample", limit=3), desk=load_desk("sample"))


def chat(app: PolicyApp, model: str, prompt: str) -> tuple[int, Any]:
    body = {"model": model, "messages": [{"role": "user", "content": prompt}]}
    status, data = app.handle("POST", "/v1/chat/completions", json.dumps(body).encode())
    return status, data["choices"][0]["message"]["content"] if status == 200 else data["error"]["message"]


def drafts(app: PolicyApp, model: str, tasks: list[Any]) -> list[tuple[Any, str]]:
    found = [(task, chat(app, model, task.prompt[0]["content"])) for task in tasks]
    assert {status for _, (status, _) in found} == {200}
    return [(task, text) for task, (_, text) in found]


def test_reference(app: PolicyApp) -> None:
    for task, text in drafts(app, "reference", [*OUTLINED, *FLAT]):
        assert text == sample_references()[task.example_id]


def test_outline_only(app: PolicyApp) -> None:
    for task, text in drafts(app, "outline-only", OUTLINED):
        assert "[" not in text
        score = score_document(task, text)
        assert score.groups["structure"].normalised == 1
        assert score.verifiable_score is not None
        assert score.verifiable_score < 0.8
    assert {text for _, text in drafts(app, "outline-only", FLAT)} == {f"# {task.topic}" for task in FLAT}


def test_constraints_only(app: PolicyApp) -> None:
    for task, text in drafts(app, "constraints-only", OUTLINED):
        assert not any(line.startswith("#") for line in text.split("\n"))
        assert score_document(task, text).reward == 0
    scores = [
        score_document(task, text).verifiable_score for task, text in drafts(app, "constraints-only", FLAT)
    ]
    assert sum(score or 0 for score in scores) / len(scores) > 0.8


def test_both_kinds_of_tasks_are_served(app: PolicyApp) -> None:
    task = load_tasks("sample", limit=1)[0]
    assert chat(app, "reference", task.prompt) == (200, task.reference)
    assert set(POLICIES) <= set(app.models)
    status, message = chat(app, "outline-only", task.prompt)
    assert status == 422
    assert "not the prompt of a task that outline-only knows" in message


def test_the_mock_judge_says_yes(app: PolicyApp) -> None:
    assert chat(app, "mock-judge", "… Answer with one word, yes or no.") == (200, "yes")


def test_only_named_policies_are_offered() -> None:
    app = PolicyApp([], ["outline-only"], load_desk("sample"))
    assert list(app.models) == ["outline-only", "mock-judge"]
    with pytest.raises(UserError, match=r"unknown policy 'outline'; available: .*outline-only"):
        PolicyApp([], ["outline"], load_desk("sample"))


def test_a_folder_of_synthesised_tasks(tmp_path: Path) -> None:
    folder = tmp_path / "tasks"
    args = ["lift", "synthesize", "--output", str(folder), "--config", "flat_sv2_snv1", "--test", "2"]
    assert CliRunner().invoke(main, args).exit_code == 0
    task = load_lift_tasks(folder / "flat_sv2_snv1" / "test.jsonl")[0]
    for source in (folder, folder / "flat_sv2_snv1" / "test.jsonl"):
        status, text = chat(
            PolicyApp([], desk=load_desk(str(source))), "reference", task.prompt[0]["content"]
        )
        assert status == 200
        assert score_document(task, text).verifiable_score == 1


def test_tasks_without_references_are_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"has no references\.jsonl beside it"):
        load_desk(str(tmp_path))


def test_serve_lists_them() -> None:
    done = CliRunner().invoke(main, ["serve", "--list", "--policy", "constraints-only"])
    assert done.exit_code == 0
    assert done.stdout.startswith("constraints-only  drafting tasks: the reference without its headers")
