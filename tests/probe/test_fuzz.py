from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.probe.fuzz import FuzzReport, fuzz, mutants
from inst_trans_env.tasks import load_tasks

TASKS = load_tasks("sample")
SCRIPT = Path(__file__).parents[2] / "scripts" / "fuzz-gates"


def test_mutated_answers_are_taken_well() -> None:
    report = fuzz(TASKS, 600, seed=11)
    assert report.faults == []
    assert report.inputs == 600


def test_the_same_seed_gives_the_same_answers() -> None:
    first, second = (list(mutants(TASKS, 50, seed=4)) for _ in range(2))
    assert first == second
    assert [answer for _, answer in first] != [answer for _, answer in mutants(TASKS, 50, seed=5)]


def test_what_goes_wrong_is_reported(monkeypatch) -> None:
    class Bad:
        def gates(self, task: object, prediction: str) -> dict[str, Verdict]:
            if len(prediction) % 3 == 0:
                raise ValueError("odd")
            spans = ((0, len(prediction) + 1),) if len(prediction) % 3 == 1 else ()
            return {"copy": Verdict(False, "x" if spans else "", spans=spans)}

        def graded(self, task: object, prediction: str) -> dict[str, Verdict]:
            return {}

    monkeypatch.setattr("inst_trans_env.probe.fuzz.rule_set", lambda name: Bad())
    report: FuzzReport = fuzz(TASKS, 60, rules=("strict",))
    assert {fault.what for fault in report.faults} == {
        "raised ValueError: odd",
        "copy points outside of the prediction",
        "copy fails without a reason",
    }


def test_the_script_counts() -> None:
    command = [sys.executable, str(SCRIPT), "--inputs", "40", "--seed", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "40 answers" in done.stderr
