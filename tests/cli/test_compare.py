from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from tests.support import row


def run(folder: Path, name: str, right: range, *more: str) -> Result:
    write_jsonl(folder / "data.jsonl", [row(f"c{n}") for n in range(30)])
    lines = [{"case_id": f"c{n}", "prediction": '{"1": "a"}' if n in right else "a"} for n in range(30)]
    write_jsonl(folder / f"{name}.jsonl", lines)
    args = ["--predictions", str(folder / f"{name}.jsonl"), "--output-dir", str(folder / name)]
    return CliRunner().invoke(
        main, ["evaluate", *args, "--data", str(folder / "data.jsonl"), "--skip-judge", *more]
    )


def compare(folder: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["compare", str(folder / "a"), str(folder / "b"), *more])


def test_two_runs_are_compared_case_by_case(tmp_path: Path) -> None:
    run(tmp_path, "a", range(10))
    run(tmp_path, "b", range(5, 30))
    result = json.loads(compare(tmp_path, "--json").stdout)["if_score"]
    assert (result["wins"], result["losses"], result["ties"]) == (20, 5, 5)
    assert result["difference"]["mean"] == 0.5
    assert result["p_value"] < 0.05
    assert "B wins" in compare(tmp_path).stdout


def test_runs_of_another_kind_are_refused(tmp_path: Path) -> None:
    run(tmp_path, "a", range(10))
    run(tmp_path, "b", range(10), "--limit", "3")
    result = compare(tmp_path)
    assert result.exit_code == 2
    assert "not comparable: n:30 against n:3" in result.stderr


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    run(tmp_path, "a", range(10))
    (tmp_path / "b").mkdir()
    result = compare(tmp_path)
    assert result.exit_code == 2
    assert "holds no finished run" in result.stderr
