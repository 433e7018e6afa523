"""`vf-eval drafting-constraint` as a process, over HTTP, with the policy server as model and as judge."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.lift import load_lift_tasks
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.drafting import load_desk
from inst_trans_env.serve.server import PolicyServer
from tests.environments.running import start, traces

DATA = "sample:flat_doc_some_constraints/test"
RUNS = {
    "judged": ("drafting_constraint", "reference", "mock-judge"),
    "outage": ("drafting-constraint", "constraints-only", "no-such-judge"),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drafting")
    with PolicyServer(PolicyApp([], desk=load_desk("sample"))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        processes = [evaluation(folder, server.url, name) for name in RUNS]
        for process in processes:
            out, _ = process.communicate(timeout=300)
            assert process.returncode == 0, out
        server.shutdown()
    return folder


def evaluation(folder: Path, url: str, name: str) -> subprocess.Popen[str]:
    env_id, model, judge = RUNS[name]
    flags = {
        "--env.taskset.dataset-path": DATA,
        "--env.taskset.judge-model": judge,
        "--env.taskset.judge-base-url": url,
        "--env.taskset.judge-api-key-var": "NO_KEY",
        "-n": "4",
        "--run.name": name,
    }
    return start(folder, url, env_id, model, flags)


def test_a_judge_in_place_of_the_one_in_the_rows(runs: Path) -> None:
    found = traces(runs / "judged")
    assert (
        len({trace["task"]["key"] for trace in found} & {task.example_id for task in load_lift_tasks(DATA)})
        == 4
    )
    for trace in found:
        assert trace["ok"]
        assert trace["rewards"]["weighted_sum"]["score"] == pytest.approx(1)
        assert (trace["metrics"]["complete"], trace["metrics"]["judged"]) == (1, 1)
        assert trace["extra_usage"][0]["prompt_tokens"] > 0
        reasons = [result["reason"] for result in trace["info"]["drafting_constraint"]["results"]]
        assert "judged 1 by mock-judge" in reasons


def test_outage_errors_the_trace_and_is_never_a_number(runs: Path) -> None:
    for trace in traces(runs / "outage"):
        assert not trace["ok"]
        assert trace["rewards"] == {"weighted_sum": None}
        assert trace["errors"][-1]["type"] == "JudgeOutage"


def test_summary_of_a_run(runs: Path) -> None:
    done = CliRunner().invoke(main, ["lift", "traces", str(runs / "judged"), "--json"])
    summary = json.loads(done.stdout)
    assert done.exit_code == 0
    assert (summary["documents"], summary["errored"], summary["by_rules_alone"]) == (4, 0, 0)
    assert summary["reward"] == pytest.approx(1)
    assert summary["by_metric"]["judged_question"] == {"total": 12, "mean": 1.0}
    assert "judge:mock-judge" in summary["signatures"][0]


def test_summary_of_nothing_but_errors_fails(runs: Path) -> None:
    done = CliRunner().invoke(main, ["lift", "traces", str(runs / "outage")])
    assert done.exit_code == 1
    assert "JudgeOutage" in done.stdout
    assert "rollouts errored" in done.stdout
