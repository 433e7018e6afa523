from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from inst_trans_env.cli import main
from inst_trans_env.cli.probe import _fitting
from inst_trans_env.probe.policies import REGISTRY
from inst_trans_env.probe.run import PolicyResult
from inst_trans_env.report.tables import table


def run(*arguments: str, **options: object) -> object:
    return CliRunner().invoke(main, ["probe", *arguments], **options)


def test_figures_as_json() -> None:
    result = run(
        "--rules", "strict", "--limit", "12", "--only", "echo", "--only", "reference", "--json", "--check"
    )
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert figures["rules"] == "strict.3"
    assert figures["tasks"] == 12
    echo, reference = figures["policies"]
    assert (echo["policy"], echo["mean_reward"], echo["as_it_should"]) == ("echo", 0, True)
    assert reference["mean_reward"] > 0.9
    assert echo["gates"]["language"] == 0


def test_a_hole_is_shown_and_fails_the_check() -> None:
    result = run("--rules", "published", "--limit", "40", "--only", "echo", "--check")
    assert result.exit_code == 1
    assert "echo earns on" in result.stdout


def test_a_table_with_a_column_for_each_gate() -> None:
    result = run("--rules", "strict", "--limit", "5", "--only", "reference-tag-case")
    assert result.exit_code == 0
    head = next(line for line in result.stdout.split("\n") if "reward" in line.split())
    assert head.split()[:5] == ["honest", "reward", "language", "copy", "repetition"]


def test_unknown_names_are_one_sentence() -> None:
    result = run("--only", "eco")
    assert result.exit_code == 2
    assert "Did you mean 'echo'?" in result.stderr


def test_policies_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inst_trans_env.probe.policies.REGISTRY", REGISTRY)
    path = tmp_path / "mine.py"
    path.write_text(
        "from inst_trans_env.probe.policies import policy\n\n"
        '@policy("honest")\ndef nothing(task, tasks):\n    """Say nothing."""\n    return ""\n'
    )
    try:
        result = run("--policies", str(path), "--only", "nothing", "--limit", "3", "--check")
    finally:
        REGISTRY.pop("nothing", None)
    assert result.exit_code == 1
    assert "nothing does not earn on 3 tasks" in result.stdout


def test_a_policy_is_known_by_its_function_s_name_too() -> None:
    result = run("--limit", "2", "--only", "drop_json_key", "--json")
    assert [entry["policy"] for entry in json.loads(result.stdout)["policies"]] == ["drop-json-key"]


def test_tables_fit_a_narrow_page() -> None:
    gates = ["language", "copy", "repetition", "format_preserve", "syllable_order", "layout_break"]
    result = PolicyResult(REGISTRY["reference-trailing-newline"])
    groups = _fitting(gates, [result], 60)
    assert [gate for group in groups for gate in group] == gates
    assert len(groups) > 1
    for group in groups:
        page = Console(width=200, file=io.StringIO())
        heads = ("honest", "reward", *(gate.partition("_")[0] for gate in group))
        page.print(table("", heads, [(result.policy.name, 1.0, *["1.00"] * len(group))]))
        assert isinstance(page.file, io.StringIO)
        assert max(len(line.rstrip()) for line in page.file.getvalue().split("\n")) <= 60
    assert _fitting(gates, [result], 5) == [[gate] for gate in gates]


def test_the_example_policy_in_the_help_keeps_its_lines() -> None:
    result = run("--help")
    assert '    @policy("cheat")\n    def first_word(task, tasks):\n' in result.stdout
