"""The environment inside this process, against the installed line of verifiers (0.4)."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf

from inst_trans_env.errors import UserError
from inst_trans_env.tasks import Task, load_tasks
from tests.environments import running
from tests.environments.running import score
from tests.serve import tiny

ENV = "inst-trans"
pytestmark = pytest.mark.filterwarnings("default")

JSON_TASK, PROSE_TASK = (Task.from_row(row) for row in tiny.ROWS[:2])


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("INST_TRANS_CACHE", str(tmp_path / "judge.sqlite3"))
    return str(tiny.write(tmp_path / "tasks.jsonl"))


config, tasks = partial(running.config, ENV), partial(running.tasks, ENV)


def test_sample_rows_survive_the_wire() -> None:
    loaded = tasks()
    sample = load_tasks("sample")
    assert [task.key for task in loaded] == [task.case_id for task in sample]
    for wired, task in zip(loaded, sample, strict=True):
        data = type(wired.data).model_validate_json(wired.data.model_dump_json())
        assert data.task() == task
        assert data.prompt == task.prompt


@pytest.mark.parametrize(
    ("filters", "cases"),
    [
        ({}, ["tiny-1", "tiny-2", "tiny-3", "tiny-4"]),
        ({"limit": 2}, ["tiny-1", "tiny-2"]),
        ({"domains": ["书籍", "网页文本"]}, ["tiny-2", "tiny-4"]),
        ({"constraint_ids": ["format_preserve"], "limit": 2}, ["tiny-1", "tiny-3"]),
        ({"language_pairs": ["zh-de", "zh-fr"], "domains": ["网页文本"]}, ["tiny-4"]),
    ],
)
def test_filters(data: str, filters: dict[str, Any], cases: list[str]) -> None:
    assert [task.key for task in tasks(dataset_path=data, **filters)] == cases


@pytest.mark.parametrize(
    ("fields", "error", "says"),
    [
        ({"domains": ["书籍"], "language_pairs": ["zh-fr"]}, UserError, "no task passes all filters"),
        ({"domains": ["nope"]}, UserError, "no task has the domain 'nope'; there are: UGC字幕"),
        ({"constraint_ids": ["sylable_order"]}, UserError, "no task has the constraint id 'sylable_order'"),
        ({"judge": {"quality": True}}, UserError, "judge.quality needs judge.model"),
        ({"rules": "lenient"}, ValueError, "Input should be 'published' or 'strict'"),
        ({"limit": 0}, ValueError, "greater than or equal to 1"),
        ({"rules": "strict", "task": {"rules": "published"}}, ValueError, "set taskset.rules"),
        ({"colour": "blue"}, ValueError, "colour"),
    ],
)
def test_mistakes_are_told(data: str, fields: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        tasks(dataset_path=data, **fields)


def test_rules_and_judge_are_handed_down_and_survive_the_saved_config() -> None:
    first = config(rules="strict", judge={"model": "m", "base_url": "http://h/v1"})
    assert first.task.rules == "strict"
    assert first.task.judge.model == "m"
    assert type(first).model_validate_json(first.model_dump_json()) == first


def test_gates_and_soft_scores_are_metrics_and_the_reward_is_their_product(data: str) -> None:
    prose = tasks(dataset_path=data)[1]
    trace = score(prose, PROSE_TASK.reference)
    assert trace.metrics == {"answered": 1, "complete": 0, "term_compliance": 1, "layout_break": 1}
    assert trace.rewards["if_score"].score == 1
    assert trace.info["inst_trans"]["graded"] == {"style_consistency": None}
    trace = score(prose, PROSE_TASK.reference.replace("\n\n", " "))
    assert trace.metrics["layout_break"] == 0
    assert trace.reward == 0


def test_white_space_around_the_answer_is_scored_as_it_came(data: str) -> None:
    prose = tasks(dataset_path=data)[1]
    assert score(prose, PROSE_TASK.reference + "\n\n\n").metrics["layout_break"] == 0


def test_no_answer_scores_zero(data: str) -> None:
    trace = score(tasks(dataset_path=data)[0], "")
    assert trace.reward == 0
    assert trace.metrics["answered"] == 0


def test_judged_soft_constraints_and_quality(data: str, judge_url: str) -> None:
    judge = {"model": "mock-judge", "base_url": judge_url, "quality": True}
    prose = tasks(dataset_path=data, judge=judge)[1]
    trace = score(prose, PROSE_TASK.reference)
    assert trace.metrics["style_consistency"] == 1
    assert trace.metrics["quality"] == 1
    assert trace.metrics["complete"] == 1
    assert trace.extra_usage[0].prompt_tokens > 100
    assert trace.rewards["if_score"].score == 1


def test_judge_outage_is_an_error_that_retry_rules_can_name(data: str, judge_url: str) -> None:
    judge = {"model": "no-such-judge", "base_url": judge_url}
    prose = tasks(dataset_path=data, judge=judge)[1]
    with pytest.raises(vf.RolloutError, match="no-such-judge") as caught:
        score(prose, PROSE_TASK.reference)
    assert type(caught.value).__name__ == "JudgeOutage"


def test_validate_scores_the_reference_without_a_judge(data: str, judge_url: str) -> None:
    good = tasks(dataset_path=data, judge={"model": "no-such-judge", "base_url": judge_url})
    assert all(asyncio.run(task.validate(runtime=None)) for task in good)
    broken = good[0].with_data(reference=JSON_TASK.reference.replace("{count}", "{n}"))
    assert asyncio.run(broken.validate(runtime=None)) is False
