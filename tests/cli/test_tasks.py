from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import COMMANDS, main
from inst_trans_env.files import read_jsonl, write_jsonl
from tests.support import row


@pytest.fixture
def data(tmp_path: Path) -> str:
    write_jsonl(
        tmp_path / "data.jsonl",
        [row("case-a"), row("case-b", duration_s=[1.5], style={"formality": "casual"})],
    )
    return str(tmp_path / "data.jsonl")


def test_prepared_inputs_hold_nothing_but_the_prompt(data: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["prepare", "--data", data, "--output", str(tmp_path / "in.jsonl")])
    assert result.exit_code == 0
    lines = [line for _, line in read_jsonl(tmp_path / "in.jsonl")]
    messages = [{"role": "user", "content": row()["prompt"]}]
    assert lines == [{"case_id": name, "messages": messages} for name in ("case-a", "case-b")]


def test_show_prints_a_task(data: str) -> None:
    text = CliRunner().invoke(main, ["show", "case-b", "--data", data]).stdout
    for part in (
        "case-b",
        "zh → en",
        "评论",
        "casual",
        "1.5",
        "format_preserve",
        '{"1": "你好"}',
        '{"1": "Hello"}',
    ):
        assert part in text
    shown = json.loads(CliRunner().invoke(main, ["show", "case-b", "--data", data, "--json"]).stdout)
    assert shown["case_id"] == "case-b"


@pytest.mark.filterwarnings("ignore:.*none of the benchmark")
def test_brackets_and_surrogates_in_data_are_printed_as_they_are(tmp_path: Path) -> None:
    write_jsonl(
        tmp_path / "data.jsonl", [row("a", domain="[/bold] [red] :smile: \ud800", reference="\ud800")]
    )
    for command in (["stats"], ["show", "a"], ["show", "a", "--json"]):
        result = CliRunner().invoke(main, [*command, "--data", str(tmp_path / "data.jsonl")])
        assert result.exit_code == 0, result.output
    assert (
        "[/bold] [red] :smile:"
        in CliRunner().invoke(main, ["show", "a", "--data", str(tmp_path / "data.jsonl")]).stdout
    )


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_output_goes_where_the_path_points(data: str, tmp_path: Path, kind: str) -> None:
    target, real = tmp_path / "target", tmp_path / "real.jsonl"
    if kind == "folder":
        target.mkdir()
    elif kind == "link":
        target.symlink_to(real)
    else:
        os.mkfifo(target)
        reader = subprocess.Popen(["cat", str(target)], stdout=subprocess.PIPE)
    result = CliRunner().invoke(main, ["prepare", "--data", data, "--output", str(target)])
    if kind == "folder":
        assert result.exit_code == 2
        assert "it is a folder" in result.stderr
    elif kind == "link":
        assert target.is_symlink()
        assert real.read_text().count("\n") == 2
    else:
        assert target.is_fifo()
        assert reader.communicate()[0].count(b"\n") == 2


def test_show_names_the_nearest_id(data: str) -> None:
    result = CliRunner().invoke(main, ["show", "case-c", "--data", data])
    assert result.exit_code == 2
    assert "Did you mean case-" in result.stderr


def test_stats_count(data: str) -> None:
    result = CliRunner().invoke(main, ["stats", "--data", data, "--json"])
    counts = json.loads(result.stdout)
    assert counts["total"] == 2
    assert counts["constraint"] == {"format_preserve": 2}
    assert counts["language pair"] == {"zh-en": 2}
    assert "zh-en" in CliRunner().invoke(main, ["stats", "--data", data]).stdout


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_its_line(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert "Usage" in result.stdout
    assert COMMANDS[name] in CliRunner().invoke(main, ["--help"], terminal_width=200).stdout


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["stats", "--data", str(tmp_path / "none.jsonl")])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
