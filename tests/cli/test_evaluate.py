from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import read_jsonl, write_jsonl
from tests.support import row

DATA = [
    row("good"),
    row("bad", target_lang="fr", domain="弹幕"),
    row("soft", constraint_ids=["format_preserve", "style_consistency"]),
    row("none"),
]
ANSWERS = {"good": '{"1": "Hello"}', "bad": "Bonjour", "soft": '{"1": "Hi"}'}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "data.jsonl", DATA)
    write_predictions(tmp_path, ANSWERS)
    return tmp_path


def write_predictions(folder: Path, answers: dict[str, Any]) -> None:
    rows = [{"case_id": name, "prediction": text} for name, text in answers.items()]
    write_jsonl(folder / "predictions.jsonl", rows)


def evaluate(folder: Path, *more: str) -> Result:
    args = ["--predictions", str(folder / "predictions.jsonl"), "--output-dir", str(folder / "out")]
    return CliRunner().invoke(
        main, ["evaluate", *args, "--data", str(folder / "data.jsonl"), "--skip-judge", *more]
    )


def scores(folder: Path) -> list[dict[str, Any]]:
    return [line for _, line in read_jsonl(folder / "out" / "scores.jsonl")]


def summary(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "out" / "summary.json").read_text(encoding="utf-8"))
    return data


def test_scores_in_order_with_every_field(folder: Path) -> None:
    assert evaluate(folder).exit_code == 0
    rows = scores(folder)
    assert [row["case_id"] for row in rows] == ["good", "bad", "soft", "none"]
    assert [row["if_score"] for row in rows] == [1.0, 0.0, 1.0, 0.0]
    assert [row["prediction_status"] for row in rows] == ["present", "present", "present", "missing"]
    assert rows[2]["soft_constraint_results"] == {"style_consistency": {"score": None}}
    assert rows[1]["hard_constraint_results"]["format_preserve"]["passed"] is False
    assert set(rows[0]) == {
        *(
            "case_id",
            "source_lang",
            "target_lang",
            "scenario",
            "domain",
            "constraint_ids",
            "prediction_status",
        ),
        *("if_score", "quality_score", "hard_constraint_results", "soft_constraint_results"),
    }


def test_the_summary_keeps_the_missing_in_the_denominator(folder: Path) -> None:
    evaluate(folder)
    data = summary(folder)
    assert (data["total"], data["prediction_coverage"], data["prediction_coverage_rate"]) == (4, 3, 0.75)
    assert data["if_score"] == 0.5
    assert data["translation_quality"] is None
    assert data["quality_distribution"] == {"0": 0, "0.5": 0, "1": 0}
    gate = data["by_constraint"]["format_preserve"]
    assert gate == {"kind": "hard", "total": 4, "pass": 2, "fail": 1, "scored": 3, "pass_rate": 0.5}
    soft = data["by_constraint"]["style_consistency"]
    assert (soft["total"], soft["scored"], soft["mean_score"]) == (1, 0, None)
    assert data["breakdowns"]["language_pair"]["zh-fr"]["if_score"] == 0
    assert data["breakdowns"]["domain"]["评论"]["total"] == 3
    assert data["config"]["formal_run"] is False
    assert data["config"]["signature"].startswith("InstTrans|rules:published.1|judge:none|")


def test_tables_and_json(folder: Path) -> None:
    text = evaluate(folder).stdout
    for word in ("IF_Score", "format_preserve", "弹幕", "zh-fr", "InstTrans|rules:published.1"):
        assert word in text
    assert "\x1b" not in text
    assert json.loads(evaluate(folder, "--json").stdout) == summary(folder)


def test_limit_scores_the_top(folder: Path) -> None:
    assert evaluate(folder, "--limit", "2").exit_code == 0
    assert len(scores(folder)) == 2
    assert summary(folder)["config"]["instances_scored"] == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"case_id": "goood", "prediction": "a"}], "case_id 'goood' is not among the 4 tasks"),
        (
            [{"case_id": "good", "prediction": "a"}] * 2,
            "line 2: case_id 'good' already has a prediction at line 1",
        ),
        ([{"case_id": "good"}], "field prediction: missing"),
        ([{"case_id": "good", "prediction": 3}], "field prediction: expected a string, got int"),
        ([{"prediction": "a"}], "field case_id: expected a string, got None"),
        ([], "predictions.jsonl holds no prediction: expected one JSON object a line"),
    ],
)
def test_bad_predictions_are_refused(folder: Path, lines: list[dict[str, Any]], message: str) -> None:
    write_jsonl(folder / "predictions.jsonl", lines)
    result = evaluate(folder)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (folder / "out").exists()


def test_null_is_a_missing_answer(folder: Path) -> None:
    write_predictions(folder, {"good": None})
    result = evaluate(folder)
    assert {row["prediction_status"] for row in scores(folder)} == {"missing"}
    assert "cases have no answer and score 0" in result.stderr


def test_a_run_cut_short_goes_on_to_the_same_files(folder: Path) -> None:
    evaluate(folder)
    wanted = (folder / "out" / "scores.jsonl").read_bytes(), (folder / "out" / "summary.json").read_bytes()
    lines = wanted[0].split(b"\n")
    marked = lines[1].replace(b'"if_score": 0.0', b'"if_score": 0.25')
    (folder / "out" / "scores.jsonl").write_bytes(marked + b"\n" + lines[0] + b"\n" + lines[2][:40])
    (folder / "out" / "summary.json").unlink()
    (folder / "out" / ".scores.jsonl.x7").write_bytes(lines[0])
    evaluate(folder)
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "run.json",
        "scores.jsonl",
        "summary.json",
    ]
    # The finished rows were taken as they stood, the half-written one was done again.
    assert [row["if_score"] for row in scores(folder)] == [1.0, 0.25, 1.0, 0.0]
    evaluate(folder, "--overwrite")
    assert (
        (folder / "out" / "scores.jsonl").read_bytes(),
        (folder / "out" / "summary.json").read_bytes(),
    ) == wanted


def test_another_run_in_the_folder_is_not_mixed_in(folder: Path) -> None:
    evaluate(folder)
    write_predictions(folder, {"good": "x"})
    result = evaluate(folder)
    assert result.exit_code == 2
    assert "holds scores of another run (different: predictions)" in result.stderr
    assert evaluate(folder, "--overwrite").exit_code == 0
    assert summary(folder)["if_score"] == 0


def test_lone_surrogates_reach_the_file(folder: Path) -> None:
    (folder / "predictions.jsonl").write_text(
        '{"case_id": "good", "prediction": "{\\"\\\\ud800\\": 1}\\ud800"}\n'
    )
    assert evaluate(folder).exit_code == 0
    assert scores(folder)[0]["if_score"] == 0


def test_overwriting_touches_nothing_but_the_run(folder: Path) -> None:
    evaluate(folder)
    (folder / "out" / "keep.txt").write_text("mine")
    assert evaluate(folder, "--overwrite").exit_code == 0
    assert (folder / "out" / "keep.txt").read_text() == "mine"


def test_predictions_may_come_through_a_pipe(folder: Path) -> None:
    for wanted, answer in (("1.0000", '{"1": "x"}'), ("0.0000", "x")):
        lines = "".join(json.dumps({"case_id": row["case_id"], "prediction": answer}) + "\n" for row in DATA)
        command = [sys.executable, "-m", "inst_trans_env.cli", "evaluate", "--predictions", "/dev/stdin"]
        command += [
            "--output-dir",
            str(folder / wanted),
            "--data",
            str(folder / "data.jsonl"),
            "--skip-judge",
        ]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert wanted in done.stdout


@pytest.mark.parametrize("damage", ['{"case_id"\n', "null\n", "{}\n", '{"case_id": "good"}\n'])
def test_a_damaged_run_says_so(folder: Path, damage: str) -> None:
    evaluate(folder)
    (folder / "out" / "scores.jsonl").write_text(damage)
    result = evaluate(folder)
    assert result.exit_code == 2
    assert "damaged" in result.stderr


def test_blank_lines_at_the_end_are_no_damage(folder: Path) -> None:
    evaluate(folder)
    file = folder / "out" / "scores.jsonl"
    wanted = file.read_bytes()
    file.write_bytes(wanted + b"\n \r\n\n")
    assert evaluate(folder).exit_code == 0
    assert file.read_bytes() == wanted


def test_an_output_folder_that_cannot_be_is_one_sentence(folder: Path) -> None:
    (folder / "out").write_text("a file")
    result = evaluate(folder)
    assert result.exit_code == 2
    assert "cannot make the folder" in result.stderr


def test_usage_errors_exit_2(folder: Path) -> None:
    assert evaluate(folder, "--rules", "lenient").exit_code == 2
    assert CliRunner().invoke(main, ["evaluate"]).exit_code == 2


def test_a_folder_without_a_finished_row_binds_to_no_settings(folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "run.json").write_text('{"endpoint": "http://mistyped"}\n', encoding="utf-8")
    (folder / "out" / "scores.jsonl").write_text("", encoding="utf-8")
    assert evaluate(folder).exit_code == 0
