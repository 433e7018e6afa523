"""What must hold of whole runs: killed ones, shards, and what is in the rows for trainers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from inst_trans_env import Scorer, Task
from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from inst_trans_env.lift.scoring import compose
from inst_trans_env.lift.signature import lift_signature
from inst_trans_env.rollouts.pairs import WAYS
from tests.rollouts.build import draft_trace, predictions, rows, task, write_data
from tests.rollouts.test_recorded import BY_RULES, DRAFT
from tests.support import row

TASKS = 24

KILLED = """
import os, signal, sys
from pathlib import Path
from inst_trans_env.rollouts.engine import InProcess
from inst_trans_env.rollouts.export import Export
from inst_trans_env.rollouts.pairs import Pairing
from inst_trans_env.rollouts.pipeline import Job, Run
from inst_trans_env.rollouts.rules import Rules
from inst_trans_env.rollouts.score_unit import Scoring
from inst_trans_env.tasks import load_tasks

folder, out, left = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
replace = os.replace

def dies(*args):
    # As `kill -9` at the moment when one more file would appear under its name.
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(*args)

os.replace = dies
job = Job([str(folder / "in.jsonl")], folder / out, load_tasks(folder / "data.jsonl"), Scoring(Path(), "", "published"),
          Rules(), Export("dpo", Pairing(most=2)), unit_bytes=1_500, bucket_bytes=1_500)
with Run(job) as run:
    tallies = run.score(InProcess(), lambda _: None), run.filter(InProcess(), lambda _: None)
    print(tallies)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_data(tmp_path, TASKS)
    write_jsonl(tmp_path / "in.jsonl", [*predictions(TASKS), {"case_id": "nobody", "prediction": "x"}])
    return tmp_path


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_however_often_a_run_is_killed_its_bytes_and_counts_are_the_same(folder: Path) -> None:
    def go(out: str, files: int) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", KILLED, str(folder), out, str(files)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    whole = go("whole.jsonl", 0)
    assert whole.returncode == 0, whole.stderr
    kills = 0
    while (run := go("killed.jsonl", 4)).returncode == -signal.SIGKILL:
        assert not (folder / "killed.jsonl").exists()
        kills += 1
        assert kills < 50
    assert run.returncode == 0, run.stderr
    assert kills > 4
    assert (folder / "killed.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()
    assert run.stdout == whole.stdout
    assert sorted(path.name for path in folder.iterdir()) == [
        "data.jsonl",
        "in.jsonl",
        "killed.jsonl",
        "whole.jsonl",
    ]


def run(folder: Path, *more: str, source: str = "in.jsonl", out: str = "out.jsonl") -> dict[str, Any]:
    args = ["filter", str(folder / source), "-o", str(folder / out), "--workers", "1", "--json", *more]
    result = CliRunner().invoke(main, args, env={"JUDGE_API_BASE": ""})
    assert result.exit_code in {0, 1}, result.output
    report: dict[str, Any] = json.loads(result.stdout)
    return report


@pytest.mark.parametrize(
    "more",
    [
        ["--to", "dpo", "--pairs-per-group", "3"],
        ["--to", "grpo", "--band", "0.1:0.9"],
        ["--to", "kto", "--top-k", "3"],
        ["--to", "sft", "--all-gates", "--near-duplicates", "0.8"],
    ],
    ids=lambda more: more[1],
)
def test_the_rows_and_counts_of_all_shards_are_those_of_the_whole(folder: Path, more: list[str]) -> None:
    options = ["--data", str(folder / "data.jsonl"), "--rules", "published", *more]
    whole = run(folder, *options)
    wanted = (folder / "out.jsonl").read_bytes().split(b"\n")[:-1]
    found: list[bytes] = []
    reports = []
    for number in range(1, 5):
        reports.append(run(folder, *options, "--shard", f"{number}/4"))
        part = (folder / "out.jsonl").read_bytes().split(b"\n")[:-1]
        # Each part is in the order of the whole.
        assert part == [line for line in wanted if line in set(part)]
        found += part
    assert len(wanted) > 10
    assert sorted(found) == sorted(wanted)
    for name in ("rollouts", "scored", "kept"):
        assert sum(report[name] for report in reports) == whole[name]
    for name in ("rewards", "dropped"):
        keys = {key for report in reports for key in report[name]}
        assert {key: sum(report[name].get(key, 0) for report in reports) for key in keys} == whole[name]
    assert sum(report["unreadable"]["total"] for report in reports) == whole["unreadable"]["total"] == 1
    assert sum(report["groups"]["total"] for report in reports) == TASKS


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("margin", [0.0, 0.3])
def test_pairs_hold_a_better_and_a_worse_answer_to_one_prompt(folder: Path, how: str, margin: float) -> None:
    ids = ["format_preserve", "social_preserve", "layout_break"]
    data = [row(f"c{n}", source_text=task(n)["source_text"], constraint_ids=ids) for n in range(3)]
    texts = [
        '{"1": "Hello"}',
        '{"1": "Hello @某人"}',
        "Hello",
        "@某人",
        '{"1": "Hello"}',
        "",
        "@某人\n\nHello",
    ]
    write_jsonl(folder / "data.jsonl", data)
    answers = [{"case_id": line["case_id"], "prediction": text} for text in texts for line in data]
    write_jsonl(folder / "in.jsonl", answers)
    ratio = ["--length-ratio", "50"] if how == "length" else []
    options = ["--data", str(folder / "data.jsonl"), "--rules", "published", "--formula", "shaped"]
    run(
        folder,
        *options,
        "--to",
        "dpo",
        "--pairs",
        how,
        "--margin",
        str(margin),
        "--pairs-per-group",
        "9",
        *ratio,
    )
    by_id = {line["case_id"]: line for line in data}
    pairs = rows(folder / "out.jsonl")
    assert len(pairs) >= 3
    used: list[str] = []
    for pair in pairs:
        wanted = Task.from_row(by_id[pair["case_id"]])
        assert pair["prompt"] == [{"role": "user", "content": wanted.prompt}]
        (better,), (worse,) = pair["chosen"], pair["rejected"]
        assert {better["role"], worse["role"]} == {"assistant"}
        assert better["content"] != worse["content"]
        scores = [Scorer("published").score(wanted, text["content"]) for text in (better, worse)]
        assert json.loads(json.dumps([score.to_dict() for score in scores])) == pair["scores"]
        assert pair["rewards"][0] > pair["rewards"][1]
        assert pair["margin"] == pair["rewards"][0] - pair["rewards"][1] >= margin
        gates = [{name: gate.passed for name, gate in score.gates.items()} for score in scores]
        differing = [name for name in gates[0] if gates[0][name] != gates[1].get(name)]
        if how == "one-constraint":
            assert [pair["constraint"]] == differing
        used += pair["origins"]
        lines = (folder / "in.jsonl").read_text("utf-8").split("\n")
        for origin, answer in zip(pair["origins"], (better, worse), strict=True):
            assert json.loads(lines[int(origin.rpartition(" ")[2]) - 1])["prediction"] == answer["content"]
    assert len(used) == len(set(used))


@pytest.mark.parametrize("how", WAYS)
def test_one_text_that_was_judged_in_two_ways_is_no_pair(tmp_path: Path, how: str) -> None:
    signature = {"signature": lift_signature("of the task", DRAFT)}
    first, *others = BY_RULES.results
    judged = [
        compose((replace(first, score=score, reason="judged"), *others)).to_dict() | signature
        for score in (0.0, 1.0)
    ]
    write_jsonl(tmp_path / "in.jsonl", [draft_trace(DRAFT, "snow", score) for score in judged])
    options = ["--formula", "lift", "--judge", "--to", "dpo", "--pairs", how, "--margin", "0.1"]
    report = run(tmp_path, *options)
    assert (report["scores_reused"], report["written"]["rows"]) == (2, 0)
    write_jsonl(
        tmp_path / "in.jsonl", [draft_trace(DRAFT, f"snow{n}", score) for n, score in enumerate(judged)]
    )
    assert run(tmp_path, *options)["written"]["rows"] == 1


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
@pytest.mark.parametrize("kind", ["link", "pipe", "stdout"])
def test_where_nothing_can_be_put_in_place_it_is_written_through(folder: Path, kind: str) -> None:
    options = ["--data", str(folder / "data.jsonl"), "--rules", "published", "--workers", "1"]
    run(folder, *options[:4])
    wanted = (folder / "out.jsonl").read_bytes()
    command = [sys.executable, "-m", "inst_trans_env.cli", "filter", str(folder / "in.jsonl"), *options]
    command += ["-o", "there"]
    if kind == "link":
        (folder / "there").symlink_to(folder / "elsewhere")
    elif kind == "pipe":
        os.mkfifo(folder / "there")
    else:
        (folder / "there").symlink_to("/dev/stdout")
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as process:
        found = (folder / "there").read_bytes() if kind == "pipe" else b""
        told, _ = process.communicate()
    if kind != "pipe":
        found = told[: len(wanted)] if kind == "stdout" else (folder / "elsewhere").read_bytes()
    assert found == wanted
    assert (folder / "there").is_symlink() == (kind != "pipe")
    assert not (folder / "there.work").exists()
