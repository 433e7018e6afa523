"""The environment inside this process, against the installed line of verifiers (0.4)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import verifiers.v1 as vf

from inst_trans_env.errors import UserError
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.server import PolicyServer
from inst_trans_env.tasks import Task, load_tasks
from tests.serve import tiny

pytestmark = pytest.mark.filterwarnings("default")

CONFIGS = Path(__file__).parents[2] / "environments" / "inst_trans" / "configs"
JSON_TASK, PROSE_TASK = (Task.from_row(row) for row in tiny.ROWS[:2])


@pytest.fixture(scope="module")
def judge_url() -> Iterator[str]:
    with PolicyServer(PolicyApp([])) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("INST_TRANS_CACHE", str(tmp_path / "judge.sqlite3"))
    return str(tiny.write(tmp_path / "tasks.jsonl"))


def config(**fields: Any) -> Any:
    return vf.taskset_config_type("inst-trans").model_validate({"id": "inst-trans", **fields})


def tasks(**fields: Any) -> list[Any]:
    return list(vf.load_taskset(config(**fields)))


def score(task: Any, answer: str) -> Any:
    trace = vf.Trace(
        task=vf.TraceTask(type=type(task).__name__, data=task.data),
        agent=vf.AgentInfo(config=vf.AgentConfig(runtime=vf.SubprocessConfig())),
        nodes=[vf.MessageNode(message=vf.AssistantMessage(content=answer), sampled=True)],
    )
    asyncio.run(task.score(trace))
    return trace


def test_importing_the_package_imports_no_verifiers() -> None:
    code = "import sys, inst_trans; print({'verifiers', 'openai', 'datasets'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_one_class_of_each_kind_is_exported() -> None:
    import inst_trans

    exported = [getattr(inst_trans, name) for name in inst_trans.__all__]
    for base in (vf.Taskset, vf.Harness, vf.Env):
        assert sum(isinstance(item, type) and issubclass(item, base) for item in exported) == 1
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = inst_trans.nothing


def test_it_runs_on_this_machine_with_its_own_harness() -> None:
    env = vf.resolve_env_config({"taskset": {"id": "inst-trans"}})
    assert env.agent.runtime.type == "subprocess"
    assert env.agent_harnesses()["agent"].id == "inst-trans"


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


def test_prime_rl_config_names_this_environment() -> None:
    source = tomllib.loads((CONFIGS / "prime-rl.toml").read_text("utf-8"))["orchestrator"]["train"]["source"][
        0
    ]
    env = vf.resolve_env_config(source["env"])
    assert type(env).__name__ == "InstTransEnvConfig"
    assert env.taskset.rules == "strict"
    assert len(list(vf.load_taskset(env.taskset))) > 0


def test_eval_config_loads_and_does_not_upload() -> None:
    from verifiers.v1.configs.cli.eval import EvalConfig

    parsed = EvalConfig.model_validate(tomllib.loads((CONFIGS / "eval.toml").read_text("utf-8")))
    assert parsed.push is False
    assert parsed.env.taskset.dataset_path == "sample"
