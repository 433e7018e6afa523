"""`vf-eval inst-trans` whose judge goes out in the middle, and what becomes of its rollouts."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.files import read_jsonl, write_jsonl
from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.server import PolicyServer
from inst_trans_env.tasks import load_tasks
from tests.cli.test_evaluate_judged import verdict
from tests.environments.test_vf_eval import by_case, evaluation
from tests.judge.server import Action, JudgeServer, Request, error
from tests.serve import tiny

TASKS, ANSWERED = 8, 3


def out_later(request: Request) -> Action:
    return verdict(request) if request.number < ANSWERED else error(403, "your account is blocked")


def data(folder: Path) -> None:
    """Write tasks that differ in a number, each with one soft constraint."""
    row = tiny.ROWS[1]
    rows = [
        {
            **row,
            "case_id": f"case-{number}",
            **{name: row[name].replace("。", f"{number}。") for name in ("prompt", "source_text")},
            "reference": row["reference"].replace(".", f" {number}."),
        }
        for number in range(TASKS)
    ]
    write_jsonl(folder / "tasks.jsonl", rows)


def test_rollouts_error_from_the_outage_on_and_are_rescued_later(tmp_path: Path) -> None:
    data(tmp_path)
    with (
        PolicyServer(PolicyApp(load_tasks(tmp_path / "tasks.jsonl"))) as model,
        JudgeServer(out_later) as judge,
    ):
        Thread(target=model.serve_forever, daemon=True).start()
        process = evaluation(tmp_path, model.url, "run", "reference", ("gpt-4o", judge.base_url))
        out, _ = process.communicate(timeout=120)
        model.shutdown()
        assert process.returncode == 0, out
        assert len(judge.requests) == TASKS
        found = by_case(tmp_path / "run").values()
        assert len(found) == TASKS
        fine = [trace for trace in found if trace["ok"]]
        assert [trace["rewards"]["if_score"]["score"] for trace in fine] == [0.5] * ANSWERED
        for trace in found:
            if not trace["ok"]:
                assert trace["rewards"] == {"if_score": None}
                assert trace["errors"][-1]["type"] == "JudgeOutage"
                assert "your account is blocked" in trace["errors"][-1]["message"]

        judge.script = verdict
        env = {"JUDGE_API_BASE": judge.base_url, "JUDGE_API_KEY": "none"}
        env["INST_TRANS_CACHE"] = str(tmp_path / "judge.sqlite3")
        arguments = ["filter", str(tmp_path / "run"), "--judge"]
        arguments += ["--judge-model", "gpt-4o", "--rules", "published", "-o", str(tmp_path / "kept.jsonl")]
        done = CliRunner().invoke(main, arguments, env=env)
        assert done.exit_code == 0, done.output
        assert len(list(read_jsonl(tmp_path / "kept.jsonl"))) == ANSWERED

        arguments = ["rescore", str(tmp_path / "run")]
        arguments += ["--judge-model", "gpt-4o", "-o", str(tmp_path / "again")]
        done = CliRunner().invoke(main, arguments, env=env)
        assert done.exit_code == 0, done.output
    rescued = [row for _, row in read_jsonl(tmp_path / "again" / "rollouts.jsonl")]
    assert sorted(row["case_id"] for row in rescued) == [f"case-{number}" for number in range(TASKS)]
    assert {row["reward"] for row in rescued} == {0.5}
    # One more question a rollout, on quality; on style only those that got no verdict.
    assert len(judge.requests) == TASKS + TASKS + (TASKS - ANSWERED)
