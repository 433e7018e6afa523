"""`vf-eval inst-trans` as a process, over HTTP, with the policy server as model and as judge."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.server import PolicyServer
from inst_trans_env.tasks import load_tasks
from tests.environments.running import start, traces
from tests.serve import tiny


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs side by side: `judged` with a judge that answers, `outage` with one that the server lacks."""
    folder = tmp_path_factory.mktemp("vf-eval")
    data = tiny.write(folder / "tasks.jsonl")
    with PolicyServer(PolicyApp(load_tasks(data))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        processes = [
            evaluation(folder, server.url, "judged", "drop-json-key", ("mock-judge", server.url)),
            evaluation(folder, server.url, "outage", "reference", ("no-such-judge", server.url)),
        ]
        for process in processes:
            out, _ = process.communicate(timeout=120)
            assert process.returncode == 0, out
        server.shutdown()
    return folder


def evaluation(
    folder: Path, url: str, name: str, model: str, judge: tuple[str, str]
) -> subprocess.Popen[str]:
    """Start an evaluation of a model at `url`; `judge` is the judge's model and its URL."""
    flags = {
        "--env.taskset.dataset-path": str(folder / "tasks.jsonl"),
        "--env.taskset.judge.model": judge[0],
        "--env.taskset.judge.base-url": judge[1],
        "--env.taskset.judge.api-key-var": "NO_KEY",
        "--run.name": name,
    }
    return start(folder, url, "inst-trans", model, flags)


def by_case(run: Path) -> dict[str, Any]:
    return {trace["task"]["data"]["case_id"]: trace for trace in traces(run)}


def test_rewards_gates_and_judge(runs: Path) -> None:
    found = by_case(runs / "judged")
    assert all(trace["ok"] for trace in found.values())
    rewards = {case: trace["rewards"]["if_score"]["score"] for case, trace in found.items()}
    assert rewards == {"tiny-1": 0.0, "tiny-2": 1.0, "tiny-3": 0.0, "tiny-4": 1.0}
    assert found["tiny-1"]["metrics"]["format_preserve"] == 0
    assert found["tiny-1"]["info"]["inst_trans"]["gates"]["format_preserve"]["reason"]
    assert found["tiny-2"]["metrics"]["style_consistency"] == 1
    assert found["tiny-2"]["extra_usage"][0]["prompt_tokens"] > 0
    assert found["tiny-4"]["extra_usage"] == []
    assert found["tiny-3"]["task"]["key"] == "tiny-3"


def test_outage_errors_the_trace_and_is_never_a_number(runs: Path) -> None:
    found = by_case(runs / "outage")
    assert [case for case, trace in found.items() if not trace["ok"]] == ["tiny-2"]
    assert found["tiny-2"]["rewards"] == {"if_score": None}
    assert found["tiny-2"]["errors"][-1]["type"] == "JudgeOutage"
    assert found["tiny-4"]["rewards"]["if_score"]["score"] == 1


def test_summary_of_a_run(runs: Path) -> None:
    done = CliRunner().invoke(main, ["traces", str(runs / "outage"), "--json"])
    summary = json.loads(done.stdout)
    assert done.exit_code == 0
    assert (summary["total"], summary["if_score"], summary["config"]["errored"]) == (3, 1.0, 1)
    done = CliRunner().invoke(main, ["traces", str(runs / "judged")])
    assert done.exit_code == 0
    assert "mean reward (IF_Score)           0.5000" in done.stdout


def test_summary_of_nothing_but_errors_fails(runs: Path, tmp_path: Path) -> None:
    errored = [
        line for line in (runs / "outage" / "traces.jsonl").read_text("utf-8").split("\n") if "Outage" in line
    ]
    (tmp_path / "traces.jsonl").write_text(errored[0] + "\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["traces", str(tmp_path)])
    assert done.exit_code == 1
    assert "JudgeOutage" in done.stdout
