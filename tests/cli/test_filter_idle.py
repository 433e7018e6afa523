"""Options of `inst-trans filter` that would have no effect."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pairs", "length"], "--pairs is about pairs: add --to dpo"),
        (["--margin", "0.2"], "--margin is about pairs: add --to dpo"),
        (["--pairs-per-group", "2", "--to", "sft"], "--pairs-per-group is about pairs: add --to dpo"),
        (["--length-ratio", "2"], "--length-ratio is about pairs: add --to dpo"),
        (["--to", "dpo", "--desirable", "0.2"], "--desirable is about labels: add --to kto"),
        (["--votes", "3"], "--votes is about the judge: add --judge"),
        (["--judge-model", "m"], "--judge-model is about the judge: add --judge"),
        (["--address", "auto"], "--address is of a Ray cluster: add --engine ray"),
    ],
    ids=str,
)
def test_options_without_effect_are_refused_and_leave_nothing(
    tmp_path: Path, options: list[str], message: str
) -> None:
    output = tmp_path / "out.jsonl"
    result = CliRunner().invoke(main, ["filter", "in.jsonl", "-o", str(output), *options])
    assert result.exit_code == 2
    assert message in result.output
    assert not list(tmp_path.iterdir())


def test_inputs_that_are_refused_leave_no_folder(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"x": 1}\n', encoding="utf-8")
    result = CliRunner().invoke(
        main, ["filter", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl")]
    )
    assert result.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
