from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.cli.explain import mark
from inst_trans_env.files import write_jsonl
from tests.support import row


@pytest.fixture
def data(tmp_path: Path) -> str:
    fields = {
        "source_text": "他走到河边，坐了下来。",
        "reference": "He walked to the river and sat down.",
        "constraint_ids": ["term_compliance"],
    }
    write_jsonl(tmp_path / "data.jsonl", [row("case-a", **fields)])
    return str(tmp_path / "data.jsonl")


def run(data: str, answer: str, *arguments: str) -> object:
    command = ["explain", "--data", data, "--case", "case-a", "--prediction", "-", *arguments]
    return CliRunner().invoke(main, command, input=answer)


def test_a_failure_is_marked_in_source_and_answer(data: str) -> None:
    result = run(data, "He walked to the rivers and sat down.")
    assert result.exit_code == 0
    assert "FAIL term_compliance" in result.stdout
    assert "他走到⟦河⟧边" in result.stdout
    assert "the ⟦rivers⟧ and" in result.stdout


def test_the_answer_comes_from_a_file(data: str, tmp_path: Path) -> None:
    path = tmp_path / "answer.txt"
    path.write_text("He walked to the river and sat down.")
    result = CliRunner().invoke(
        main, ["explain", "--data", data, "--case", "case-a", "--prediction", str(path)]
    )
    assert "FAIL" not in result.stdout
    assert "reward 1.00" in result.stdout


def test_both_rule_sets_as_json(data: str) -> None:
    result = run(data, "他走到河边，坐了下来。 river", "--rules", "both", "--json")
    body = json.loads(result.stdout)
    assert set(body["rules"]) == {"published.1", "strict.3"}
    assert body["rules"]["published.1"]["reward"] == 1
    verdict = body["rules"]["strict.3"]["verdicts"]["language"]
    assert verdict["passed"] is False
    assert verdict["places"]["answer"]
    assert {entry["gate"] for entry in body["differences"]} >= {"language", "copy"}


def test_both_rule_sets_side_by_side(data: str) -> None:
    result = run(data, "他走到河边，坐了下来。 river", "--rules", "both")
    assert "why they differ" in result.stdout
    assert "published does not" in result.stdout


def test_marks_nest_and_colour_keeps_the_text() -> None:
    assert mark("abcd", {(0, 2), (1, 3)}, colour=False).plain == "⟦a⟦b⟧c⟧d"
    coloured = mark("abcd", {(1, 1)}, colour=True)
    assert coloured.plain == "abcd"
    assert [(span.start, span.end) for span in coloured.spans] == [(1, 2)]


def test_an_unknown_case_is_one_sentence(data: str) -> None:
    result = CliRunner().invoke(
        main, ["explain", "--data", data, "--case", "case-b", "--prediction", "-"], input="x"
    )
    assert result.exit_code == 2
    assert "Did you mean case-a?" in result.stderr


def test_control_characters_are_shown_and_not_sent_to_the_terminal(data: str) -> None:
    result = run(data, "He sat\x1b[31m down\x07\x9b2J\x7f\tby the river.\r\n")
    assert not set(result.stdout) & {"\x1b", "\x07", "\x9b", "\x7f", "\r"}
    assert "␛[31m down␇�2J␡" in result.stdout
