"""The environment inside this process, against the installed line of verifiers (0.4)."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf

from inst_trans_env.errors import UserError
from inst_trans_env.lift import load_lift_tasks, score_document
from inst_trans_env.lift.sample import sample_references
from tests.environments import running
from tests.environments.running import score
from tests.lift import build

ENV = "drafting-constraint"
pytestmark = pytest.mark.filterwarnings("default")

SAMPLE = "sample:short_doc_few_constraints/test"
JUDGED = build.evaluation(
    "judged_question", {"question": "Is it about rain?"}, weight=0.5, weight_group="content"
)
COUNTED = build.evaluation("word_count", {"lower_bound": 3}, weight=0.5, weight_group="form")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INST_TRANS_CACHE", str(tmp_path / "judge.sqlite3"))
    monkeypatch.delenv("JUDGE_API_BASE", raising=False)


config, tasks = partial(running.config, ENV), partial(running.tasks, ENV)


def written(tmp_path: Path, *rows: dict[str, Any]) -> str:
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("source", [SAMPLE, "sample:flat_doc_many_constraints/train"])
def test_sample_rows_survive_the_wire(source: str) -> None:
    sample = load_lift_tasks(source)
    loaded = tasks(dataset_path=source)
    assert [task.key for task in loaded] == [task.example_id for task in sample]
    for wired, task in zip(loaded, sample, strict=True):
        data = type(wired.data).model_validate_json(wired.data.model_dump_json())
        assert data.task() == task
        assert data.prompt == task.prompt[0]["content"]


def test_references_are_not_in_the_rows() -> None:
    for task in tasks():
        assert sample_references()[task.key] not in task.data.model_dump_json()


def test_the_reference_scores_one_by_rules_and_says_that_it_is_not_complete() -> None:
    task = tasks()[0]
    trace = score(task, sample_references()[task.key])
    assert trace.rewards["weighted_sum"].score == pytest.approx(1)
    assert trace.metrics["verifiable"] == pytest.approx(1)
    assert trace.metrics["complete"] == 0
    assert trace.metrics["unjudged"] > 0
    assert "judged" not in trace.metrics
    info = trace.info["drafting_constraint"]
    assert info["raw"] is None
    assert "judge:none" in info["signature"]
    assert [result["evaluation_id"] for result in info["results"]] == [
        entry["evaluation_id"] for entry in task.data.evaluations
    ]


def test_no_answer_scores_zero() -> None:
    trace = score(tasks()[0], "")
    assert trace.reward == 0
    assert trace.metrics["answered"] == 0


def test_a_judge_completes_the_weighted_sum(judge_url: str) -> None:
    task = tasks(judge_model="mock-judge", judge_base_url=judge_url)[0]
    trace = score(task, sample_references()[task.key])
    assert trace.rewards["weighted_sum"].score == pytest.approx(1)
    assert trace.metrics["complete"] == 1
    assert trace.metrics["judged"] == 1
    assert trace.extra_usage[0].prompt_tokens > 100
    assert "judge:mock-judge" in trace.info["drafting_constraint"]["signature"]


def test_formatting_without_content_gets_its_own_weight_only(tmp_path: Path, judge_url: str) -> None:
    rows = build.row(COUNTED, JUDGED)
    task = tasks(dataset_path=written(tmp_path, rows), judge_base_url=judge_url, judge_model="mock-judge")[0]
    assert score(task, "Two words").reward == pytest.approx(0.5)
    assert score(task, "Three words here").reward == pytest.approx(1)


def test_the_judge_of_the_row_is_asked_unless_overridden(tmp_path: Path, judge_url: str) -> None:
    path = written(tmp_path, build.row(COUNTED, JUDGED))
    with pytest.raises(vf.RolloutError, match="google/gemma-4-31B-it") as caught:
        score(tasks(dataset_path=path, judge_base_url=judge_url)[0], "Rain falls down.")
    assert type(caught.value).__name__ == "JudgeOutage"


def test_the_endpoint_of_the_environment_variable(judge_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_API_BASE", judge_url)
    judged, by_rules = tasks(judge_model="mock-judge")[0], tasks(judge_model="mock-judge", judged=False)[0]
    reference = sample_references()[judged.key]
    assert score(judged, reference).metrics["complete"] == 1
    assert score(by_rules, reference).metrics["complete"] == 0


def test_an_element_that_is_missing_needs_no_judge(judge_url: str) -> None:
    task = tasks(judge_model="no-such-judge", judge_base_url=judge_url)[0]
    assert score(task, "No header at all.").reward == 0


@pytest.mark.parametrize(
    ("fields", "error", "says"),
    [
        ({"dataset_path": "sample:short/test"}, UserError, "unknown config 'short'"),
        ({"dataset_path": "nowhere.jsonl"}, UserError, "nowhere.jsonl does not exist"),
        ({"judge_model": "m"}, UserError, "judge_model needs an endpoint"),
        ({"judge_base_url": "nonsense"}, UserError, "must look like https://HOST/v1"),
        ({"limit": 0}, ValueError, "greater than or equal to 1"),
        ({"split": "dev"}, ValueError, "Input should be 'train' or 'test'"),
        ({"judge_model": "a", "task": {"judge_model": "b"}}, ValueError, "set taskset.judge_model"),
        ({"colour": "blue"}, ValueError, "colour"),
    ],
)
def test_mistakes_are_told(fields: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        tasks(**fields)


def test_rows_that_rules_cannot_score_are_told_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="example 'x1' has weight on judged constraints only"):
        tasks(dataset_path=written(tmp_path, build.row(JUDGED)))


def test_a_prompt_of_several_turns_is_told(tmp_path: Path) -> None:
    turns = [{"role": role, "content": "Write."} for role in ("user", "assistant", "user")]
    with pytest.raises(UserError, match="expected one user message"):
        tasks(dataset_path=written(tmp_path, build.row(COUNTED, prompt=turns)))


def test_system_messages_are_kept(tmp_path: Path) -> None:
    turns = [{"role": role, "content": role} for role in ("system", "user")]
    task = tasks(dataset_path=written(tmp_path, build.row(COUNTED, prompt=turns)))[0]
    assert (task.data.system_prompt, task.data.prompt) == ("system", "user")
    assert list(task.data.task().prompt) == turns


def test_settings_are_handed_down_and_survive_the_saved_config() -> None:
    first = config(judge_model="m", judge_base_url="http://h/v1", judged=False)
    assert (first.task.judge_model, first.task.judged, first.task.dataset_path) == ("m", False, "sample")
    assert type(first).model_validate_json(first.model_dump_json()) == first


def test_validate_scores_the_reference_without_a_judge(tmp_path: Path, judge_url: str) -> None:
    good = tasks(judge_model="no-such-judge", judge_base_url=judge_url)
    assert all(asyncio.run(task.validate(runtime=None)) for task in good)
    broken = good[0].with_data(evaluations=[{**COUNTED, "metric_args": {"lower_bound": 10_000}}])
    assert asyncio.run(broken.validate(runtime=None)) is False
    lone = tasks(dataset_path=written(tmp_path, build.row(COUNTED)))[0]
    assert asyncio.run(lone.validate(runtime=None)) is None


def test_the_outline_alone_earns_the_structure_alone() -> None:
    for task in load_lift_tasks(SAMPLE):
        lines = [line for line in task.document_outline.split("\n") if line.startswith("#")]
        groups = score_document(task, "\n\n".join(lines)).groups
        assert groups["structure"].normalised == 1
        verifiable = [entry for entry in task.evaluations if not entry.is_judged]
        assert len(verifiable) > 1
