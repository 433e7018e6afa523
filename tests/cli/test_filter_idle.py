"""Options of `filter`, `rescore`, `serve` and `evaluate` that would have no effect beside the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.cli.judge_options import JudgeOptions
from inst_trans_env.files import write_jsonl
from tests.rollouts.build import traces

JUDGE = [f"--{name.replace('_', '-')}" for name in JudgeOptions.__slots__]


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
        (["--to", "dpo", "--length-ratio", "2"], "--length-ratio is about lengths: add --pairs length"),
        (["--to", "dpo", "--pairs", "margin", "--length-ratio", "1.2"], "add --pairs length"),
        (["--to", "dpo", "--best-of", "4"], "--best-of keeps one answer of a group, and a pair takes two"),
        (["--to", "dpo", "--top-k", "1"], "--top-k keeps one answer of a group, and a pair takes two"),
        (["--to", "grpo", "--top-k", "4"], "--top-k chooses among answers, which rows of --to grpo do not"),
        (["--to", "grpo", "--near-duplicates", "0.9"], "--near-duplicates chooses among answers"),
        (["--judge", "--price", "1,2"], "--price is about costs: add --max-cost or --dry-run"),
        (["--formula", "lift", "--rules", "strict"], "--rules is about translations: leave it out with"),
        (["--formula", "lift", "--judge", "--votes", "3"], "--votes is about judging translations: leave"),
        (["--formula", "lift", "--judge", "--judge-schema"], "--judge-schema is about judging translations"),
        (["--formula", "lift", "--judge", "--judge-prompts", "en"], "--judge-prompts is about judging trans"),
        (["--formula", "lift", "--votes", "3"], "--votes is about the judge: add --judge"),
        (["--engine", "ray", "--address", "auto", "--workers", "2"], "--workers is about this machine"),
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


@pytest.mark.parametrize("option", [name for name in JUDGE if name != "--dry-run"])
def test_every_option_on_the_judge_needs_one(tmp_path: Path, option: str) -> None:
    value = [] if option == "--judge-schema" else ["1" if option != "--judge-api" else "chat"]
    output = str(tmp_path / "out")
    for command, add in (("filter", "add --judge"), ("rescore", "leave out --skip-judge")):
        more = ["--skip-judge"] if command == "rescore" else []
        result = CliRunner().invoke(main, [command, "in.jsonl", "-o", output, *more, option, *value])
        assert result.exit_code == 2
        assert f"{option} is about the judge: {add}" in result.output
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--formula", "lift", "--rules", "strict"], "--rules is about translations: leave it out with"),
        (["--formula", "lift", "--votes", "3"], "--votes is about judging translations: leave it out with"),
        (["--price", "1,2"], "--price is about costs: add --max-cost or --dry-run"),
        (["--skip-judge", "--predictions", "x"], "--predictions is for the output folder of `evaluate`"),
    ],
)
def test_rescore_refuses_them_too(tmp_path: Path, options: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["rescore", "in.jsonl", "-o", str(tmp_path / "out"), *options])
    assert result.exit_code == 2
    assert message in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [["filter"], ["rescore", "--skip-judge"]])
def test_data_beside_traces_is_refused(tmp_path: Path, command: list[str]) -> None:
    write_jsonl(tmp_path / "traces.jsonl", traces(1))
    args = [*command, str(tmp_path / "traces.jsonl"), "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(main, [*args, "--data", "sample"])
    assert result.exit_code == 2
    assert "--data is for rollouts that carry no task: traces carry theirs, leave it out" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["traces.jsonl"]


@pytest.mark.parametrize("option", ["--formula", "--workers"])
def test_what_is_about_rollouts_is_refused_beside_an_evaluated_run(tmp_path: Path, option: str) -> None:
    write_jsonl(tmp_path / "run" / "scores.jsonl", [])
    value = "2" if option == "--workers" else "if_score"
    args = ["rescore", str(tmp_path / "run"), "-o", str(tmp_path / "out"), "--skip-judge", option, value]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    assert f"{option} is about rollouts, and this is the folder of `evaluate`" in result.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rules", "strict"], "--rules is about rewards: add --reward"),
        (["--formula", "shaped"], "--formula is about rewards: add --reward"),
        (["--judge-model", "m"], "--judge-model is about rewards: add --reward"),
        (["--quality"], "--quality is about rewards: add --reward"),
        (["--workers", "2"], "--workers is about rewards: add --reward"),
        (["--most", "2"], "--most is about rewards: add --reward"),
        (["--host", "::1"], "--host is about rewards: add --reward"),
        (["--list", "--port", "1"], "--port is about serving: leave it out with --list"),
        (["--reward", "--policy", "echo"], "--policy is about policies: leave out --reward"),
        (["--reward", "--drafting", "sample"], "--drafting is about policies: leave out --reward"),
        (["--reward", "--list"], "--list is about policies: leave out --reward"),
        (["--reward", "--quality"], "--quality is judged: add --judge-model"),
        (["--reward", "--formula", "lift", "--rules", "strict"], "--rules is about translations"),
        (["--reward", "--judge-model", "m", "--workers", "2"], "--workers scores in other processes"),
    ],
    ids=str,
)
def test_serve_refuses_them(options: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["serve", *options])
    assert result.exit_code == 2
    assert message in result.output


def test_inputs_that_are_refused_leave_no_folder(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"x": 1}\n', encoding="utf-8")
    result = CliRunner().invoke(
        main, ["filter", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl")]
    )
    assert result.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("command", [("evaluate",), ("lift", "evaluate")], ids=" ".join)
def test_evaluate_refuses_options_on_a_judge_that_it_skips(tmp_path: Path, command: tuple[str, ...]) -> None:
    flags = ("--judge-schema", "--dry-run")
    only_translations = ("--judge-prompts", "--judge-schema", "--votes")
    for option in JUDGE:
        if len(command) > 1 and option in only_translations:
            continue
        value = [] if option in flags else ["chat" if option == "--judge-api" else "1"]
        args = ["--predictions", "p", "--output-dir", str(tmp_path / "out"), "--skip-judge", option, *value]
        result = CliRunner().invoke(main, [*command, *args])
        assert result.exit_code == 2
        assert f"{option} is about the judge: leave out --skip-judge" in result.output
    assert not list(tmp_path.iterdir())
