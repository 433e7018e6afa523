from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import dump_line, write_jsonl
from tests.judge.server import Action, JudgeServer, Request, answer, error
from tests.rollouts.build import predictions, rows, traces, write_data
from tests.support import row

REAL = Path(__file__).parents[1] / "rollouts" / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_data(tmp_path, 3)
    write_jsonl(tmp_path / "in.jsonl", predictions(3))
    return tmp_path


def path_holds_traces(path: Path) -> bool:
    return b'"traces"' in path.read_bytes()


def run(folder: Path, *more: str, inputs: tuple[str, ...] = ("in.jsonl",), **env: str) -> Result:
    paths = [name if name == "-" else str(folder / name) for name in inputs]
    options = ["-o", str(folder / "out.jsonl"), "--rules", "published"]
    # Traces carry their tasks.
    if not all(path != "-" and path_holds_traces(Path(path)) for path in paths):
        options += ["--data", str(folder / "data.jsonl")]
    return CliRunner().invoke(main, ["filter", *paths, *options, "--workers", "1", *more], env=env)


def report(folder: Path, *more: str, exit_code: int = 0, **options: Any) -> dict[str, Any]:
    result = run(folder, "--json", *more, **options)
    assert result.exit_code == exit_code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    kept, dropped, errored = found["kept"], sum(found["dropped"].values()), found["errored"]["total"]
    assert found["rollouts"] == kept + dropped + errored
    assert sum(found["rewards"].values()) == found["scored"]
    return found


def out(folder: Path) -> list[dict[str, Any]]:
    return rows(folder / "out.jsonl")


def test_all_are_scored_in_the_order_of_the_input(folder: Path) -> None:
    found = report(folder)
    assert (found["rollouts"], found["kept"], found["scores_reused"]) == (18, 18, 0)
    kept = out(folder)
    assert [(line["case_id"], line["completion"]) for line in kept] == [
        (line["case_id"], line["prediction"]) for line in predictions(3)
    ]
    assert [line["reward"] for line in kept[::3]] == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    assert kept[0]["origin"] == f"{folder / 'in.jsonl'}, line 1"
    assert kept[0]["signature"].startswith("InstTrans|rules:published.1|judge:none|prompts:none|data:")
    assert kept[3]["score"]["gates"]["format_preserve"]["passed"] is False
    assert found["rewards"]["0"] == found["rewards"]["1"] == 9
    assert found["groups"]["by_pass_rate"]["medium"] == 3
    assert not (folder / "out.jsonl.work").exists()


def test_scores_with_the_same_signature_are_used_again_where_they_add_up(folder: Path) -> None:
    report(folder)
    again = out(folder)
    again[0]["score"]["reward"] = 0.25
    again[1]["signature"] = again[1]["signature"].replace("published.1", "published.0")
    again[1]["score"]["reward"] = 0.25
    write_jsonl(folder / "scored.jsonl", again)
    assert report(folder, inputs=("scored.jsonl",))["scores_reused"] == 16
    assert [line["reward"] for line in out(folder)][:3] == [1.0, 1.0, 1.0]
    assert report(folder, "--rules", "strict", inputs=("scored.jsonl",))["scores_reused"] == 0


def test_scores_on_traces_are_used_again(folder: Path) -> None:
    found = report(folder, inputs=(str(REAL / "traces-0.4.0.jsonl"),))
    assert (found["scored"], found["scores_reused"], found["errored"]["total"]) == (6, 0, 2)
    assert found["errored"]["by_type"] == {"JudgeOutage": 2}
    judged = ("--judge", "--judge-model", "no-judge")
    found = report(folder, *judged, inputs=(str(REAL / "traces-0.4.0.jsonl"),), JUDGE_API_BASE="")
    assert (found["scored"], found["scores_reused"]) == (6, 6)
    assert {line["case_id"] for line in out(folder)} == {"tiny-1", "tiny-3", "tiny-4"}


def test_errored_rollouts_are_apart(folder: Path) -> None:
    episodes = traces(2)
    episodes[0]["traces"][0] |= {"ok": False, "errors": [{"type": "ModelError", "message": "out"}]}
    write_jsonl(folder / "in.jsonl", episodes)
    found = report(folder, "--drop-constant")
    assert found["errored"]["by_type"] == {"ModelError": 1}
    assert found["errored"]["first"] == [f"{folder / 'in.jsonl'}, line 1: ModelError: out"]
    assert (found["scored"], found["rewards"]["0"]) == (11, 6)
    assert found["mean_reward"]["scored"] == pytest.approx(5 / 11)


def test_nothing_scored_fails(folder: Path) -> None:
    episodes = traces(1)
    for episode in episodes:
        episode["traces"][0]["ok"] = False
    write_jsonl(folder / "in.jsonl", episodes)
    assert report(folder, exit_code=1)["scored"] == 0


def test_a_bad_row_harms_no_other(folder: Path) -> None:
    lines = [dump_line(line) for line in predictions(3)]
    lines[4:7] = ["{", '{"case_id": "c9", "prediction": "x"}', '{"case_id": "c1"}']
    (folder / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = run(folder, "--json")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["rollouts"], found["unreadable"]["total"]) == (1, 15, 3)
    place = folder / "in.jsonl"
    assert found["unreadable"]["first"][0].startswith(f"{place}, line 5: not JSON")
    assert found["unreadable"]["first"][1:] == [
        f"{place}, line 6: case_id 'c9' is not among the 3 tasks of --data",
        f"{place}, line 7: field prediction: missing",
    ]
    assert f"unreadable: {place}, line 5: not JSON" in result.stderr
    assert len(out(folder)) == 15


def test_groups_and_rules(folder: Path) -> None:
    wrong = [{"case_id": "c0", "prediction": "no"}] * 30
    copies = [{"case_id": f"c{n}", "prediction": f'{{ "1": "HELLO  {n}"}}'} for n in (1, 2)]
    write_jsonl(folder / "in.jsonl", [*predictions(3), *wrong, *copies])
    found = report(folder, "--band", "0.2:0.9", "--all-gates", "--near-duplicates", "0.9", "--top-k", "1")
    assert found["dropped"] == {"band": 36, "all-gates": 6, "near-duplicates": 2, "top-k": 4}
    assert found["groups"]["by_pass_rate"] == {"unsolved": 0, "hard": 1, "medium": 2, "easy": 0, "solved": 0}
    assert [line["case_id"] for line in out(folder)] == ["c1", "c2"]


def test_sft(folder: Path) -> None:
    report(folder, "--to", "sft", "--all-gates", "--top-k", "1")
    data = {line["case_id"]: line for line in rows(folder / "data.jsonl")}
    for line in out(folder):
        user, assistant = line["messages"]
        assert user == {"role": "user", "content": data[line["case_id"]]["prompt"]}
        assert assistant["role"] == "assistant"
        assert json.loads(assistant["content"])["1"].startswith("Hello")
        assert line["reward"] == line["score"]["reward"] == 1
        assert line["signature"]
        assert data[line["case_id"]]["reference"] not in json.dumps(line["messages"][0])
    assert [line["case_id"] for line in out(folder)] == ["c0", "c1", "c2"]


@pytest.mark.parametrize("pairs", ["margin", "length", "one-constraint"])
def test_dpo(folder: Path, pairs: str) -> None:
    ratio = ("--length-ratio", "9") if pairs == "length" else ()
    options = ("--pairs", pairs, "--pairs-per-group", "2", *ratio)
    assert report(folder, "--to", "dpo", *options)["written"] == {
        "to": "dpo",
        "rows": 6,
        "file": str(folder / "out.jsonl"),
    }
    for line in out(folder):
        assert [line["prompt"][0]["role"], line["chosen"][0]["role"]] == ["user", "assistant"]
        assert line["rewards"] == [1.0, 0.0]
        assert line["margin"] == 1.0
        assert [score["reward"] for score in line["scores"]] == [1.0, 0.0]
        assert line["signature"]
        assert ("constraint" in line) == (pairs == "one-constraint")
        assert line["chosen"] != line["rejected"]


def test_kto(folder: Path) -> None:
    report(folder, "--to", "kto")
    assert [line["label"] for line in out(folder)] == [line["reward"] >= 0.5 for line in out(folder)]
    assert [line["label"] for line in out(folder)][:6] == [True] * 3 + [False] * 3
    assert set(out(folder)[0]) == {
        *("prompt", "completion", "label"),
        *("case_id", "reward", "score", "signature", "origin"),
    }


def test_grpo_prompts_in_pools(folder: Path) -> None:
    wrong = [{"case_id": "c1", "prediction": "no"}] * 12
    right = [{"case_id": "c2", "prediction": '{"1": "Hello"}'}] * 12
    write_jsonl(folder / "in.jsonl", [*predictions(3), *wrong, *right])
    report(folder, "--to", "grpo")
    found = {line["case_id"]: line for line in out(folder)}
    assert {case: line["pool"] for case, line in found.items()} == {
        "c0": "medium",
        "c1": "hard",
        "c2": "easy",
    }
    assert found["c1"]["pass_rate"] == pytest.approx(3 / 18)
    assert found["c1"]["rewards"] == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0] + [0.0] * 12
    assert found["c1"]["scores"][1] == {"format_preserve": 0.0}
    assert (found["c0"]["rollouts"], found["c0"]["mean_reward"], found["c0"]["spread"]) == (6, 0.5, 0.5)
    assert "reference" not in found["c0"]


def test_shards_are_the_whole(folder: Path) -> None:
    write_data(folder, 40)
    write_jsonl(folder / "in.jsonl", [*predictions(40), {"case_id": "nobody", "prediction": "x"}])
    whole = report(folder, "--drop-constant", exit_code=1)
    lines = sorted((folder / "out.jsonl").read_bytes().split(b"\n"))
    parts, found = [], []
    for shard in ("1/3", "2/3", "3/3"):
        found.append(report(folder, "--drop-constant", "--shard", shard, exit_code=int(shard == "1/3")))
        parts += (folder / "out.jsonl").read_bytes().split(b"\n")
    assert sorted(part for part in parts if part) == [line for line in lines if line]
    for name in ("rollouts", "scored", "kept"):
        assert sum(each[name] for each in found) == whole[name]
    assert all(0 < each["rollouts"] < whole["rollouts"] for each in found)
    assert [each["unreadable"]["total"] for each in found] == [1, 0, 0]


def test_every_packing_and_standard_input(folder: Path) -> None:
    report(folder)
    wanted = [{**line, "origin": ""} for line in out(folder)]
    raw = (folder / "in.jsonl").read_bytes()
    (folder / "packed").write_bytes(gzip.compress(raw))
    report(folder, inputs=("packed",))
    assert [{**line, "origin": ""} for line in out(folder)] == wanted
    args = ["filter", "-", "--data", str(folder / "data.jsonl"), "-o", str(folder / "out.jsonl")]
    result = CliRunner().invoke(main, [*args, "--rules", "published"], input=raw)
    assert result.exit_code == 0, result.output
    assert out(folder)[0]["origin"] == "standard input, line 1"
    assert [{**line, "origin": ""} for line in out(folder)] == wanted


def test_several_inputs_of_several_formats(folder: Path) -> None:
    write_jsonl(folder / "traces.jsonl", traces(3))
    found = report(folder, "--to", "grpo", inputs=("in.jsonl", "traces.jsonl"))
    assert (found["rollouts"], found["groups"]["total"]) == (36, 3)
    assert [line["rollouts"] for line in out(folder)] == [12, 12, 12]


def test_tables_for_people(folder: Path) -> None:
    text = run(folder, "--min-reward", "0.5").stdout
    for words in ("dropped by min-reward", "mean 0.5000 scored, 1.0000 kept", "a quarter to three quarters"):
        assert words in text
    assert "█" * 40 in text
    assert "░" * 40 in text
    assert "\x1b" not in text
    assert "9 rows are in" in text


def test_the_shaped_reward(folder: Path) -> None:
    ids = ["format_preserve", "social_preserve"]
    write_jsonl(folder / "data.jsonl", [row("c0", constraint_ids=ids)])
    write_jsonl(folder / "in.jsonl", [{"case_id": "c0", "prediction": '{"1": "Hello"}'}])
    found = report(folder, "--formula", "shaped")
    assert found["rewards"]["0.5–0.6"] == 1
    assert out(folder)[0]["reward"] == 0.5
    assert out(folder)[0]["score"]["reward"] == 0


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--band", "0.5"], "'0.5': expected LOW:HIGH"),
        (["--band", "nan:0.5"], "holds nothing"),
        (["--band", "0.9:0.1"], "holds nothing"),
        (["--shard", "3/2"], "'3/2': expected I/N"),
        (["--shard", "0/2"], "expected I/N"),
        (["--dry-run"], "--dry-run is about the judge: add --judge"),
        (["--judge", "--engine", "ray"], "a judge is asked from one process"),
        (["--address", "auto"], "add --engine ray"),
        (["--near-duplicates", "0.2"], "0.5<=x<=1"),
        (["--best-of", "2", "--top-k", "1"], "leave out --top-k"),
        (["--rules", "lenient"], "'lenient' is not one of"),
    ],
)
def test_usage(folder: Path, more: list[str], message: str) -> None:
    result = run(folder, *more)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (folder / "out.jsonl").exists()


def test_a_file_of_another_kind_is_told_in_one_sentence(folder: Path) -> None:
    result = run(folder, inputs=("data.jsonl",))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {folder / 'data.jsonl'}, line 1: fields case_id, reference,")


def soft_data(folder: Path) -> None:
    ids = ["format_preserve", "style_consistency"]
    write_jsonl(folder / "data.jsonl", [row(f"c{n}", constraint_ids=ids) for n in range(3)])


def verdict(request: Request) -> Action:
    return answer(request, '{"style_consistency": {"score": 0.5, "note": "so so"}}')


def test_judged_once_and_then_reused_without_an_endpoint(folder: Path) -> None:
    soft_data(folder)
    judged = ("--judge", "--cache", str(folder / "cache"), "--judge-api", "chat")
    with JudgeServer(verdict) as server:
        plan = run(folder, *judged, "--dry-run", JUDGE_API_BASE=server.base_url)
        assert plan.stdout.startswith("11 calls (0 more from the cache)")
        assert not (folder / "out.jsonl.work").exists()
        found = report(folder, *judged, JUDGE_API_BASE=server.base_url)
        # Equal answers to equal tasks are one question, and the missing answers none.
        assert len(server.requests) == 11
    assert (found["scored"], found["with_unjudged_constraints"], found["rewards"]["0.5–0.6"]) == (18, 0, 9)
    (folder / "out.jsonl").rename(folder / "judged.jsonl")
    found = report(folder, *judged, inputs=("judged.jsonl",), JUDGE_API_BASE="")
    assert found["scores_reused"] == 18
    result = run(folder, *judged, JUDGE_API_BASE="")
    assert result.exit_code == 2
    assert "has an answer that this judge has not judged yet, and there is no endpoint" in result.stderr


def test_a_judge_that_is_out_errors_rows_and_one_that_refuses_ends_the_run(folder: Path) -> None:
    soft_data(folder)
    judged = ("--judge", "--cache", str(folder / "cache"), "--judge-api", "chat", "--concurrency", "2")
    with JudgeServer(lambda request: error(401)) as server:
        result = run(folder, *judged, JUDGE_API_BASE=server.base_url)
        assert result.exit_code == 1
        assert "set JUDGE_API_KEY" in result.stderr
        assert len(server.requests) <= 2
        assert not (folder / "out.jsonl").exists()
    with JudgeServer(verdict) as server:
        found = report(folder, *judged, JUDGE_API_BASE=server.base_url)
    assert (found["scored"], found["errored"]["total"]) == (18, 0)
