from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from tests.judge.server import Action, JudgeServer, Request, answer, error
from tests.rollouts.build import rows, traces
from tests.serve import tiny
from tests.support import row

TRACES = Path(__file__).parents[1] / "rollouts" / "data" / "traces-0.4.0.jsonl"
DATA = [
    row("good"),
    row("bad", target_lang="fr"),
    row("soft", constraint_ids=["format_preserve", "style_consistency"]),
    row("none"),
]
ANSWERS = {"good": '{"1": "Hello"}', "bad": "Bonjour", "soft": '{"1": "Hi there"}'}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "data.jsonl", DATA)
    write_jsonl(tmp_path / "predictions.jsonl", [{"case_id": k, "prediction": v} for k, v in ANSWERS.items()])
    result = evaluate(tmp_path, "run", "--rules", "published")
    assert result.exit_code == 0, result.output
    return tmp_path


def invoke(*args: Any, **env: str) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], env=env)


def evaluate(folder: Path, out: str, *more: str) -> Result:
    files = ["--predictions", folder / "predictions.jsonl", "--data", folder / "data.jsonl"]
    return invoke("evaluate", *files, "--output-dir", folder / out, "--skip-judge", *more)


def summary(out: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("more", [[], ["--limit", "2"]])
def test_an_evaluated_run_by_other_rules_is_as_if_evaluated_so(folder: Path, more: list[str]) -> None:
    evaluate(folder, "run", "--overwrite", *more)
    evaluate(folder, "wanted", "--rules", "strict", *more)
    result = invoke("rescore", folder / "run", "--rules", "strict", "--skip-judge", "-o", folder / "again")
    assert result.exit_code == 0, result.output
    for name in ("scores.jsonl", "summary.json"):
        assert (folder / "again" / name).read_bytes() == (folder / "wanted" / name).read_bytes()
    assert (folder / "again" / "scores.jsonl").read_bytes() != (folder / "run" / "scores.jsonl").read_bytes()


def test_an_evaluated_run_by_a_judge(folder: Path) -> None:
    judged = ("--judge-api", "chat", "--cache", folder / "cache")
    with JudgeServer(verdict) as server:
        result = invoke(
            "rescore", folder / "run", "-o", folder / "again", *judged, JUDGE_API_BASE=server.base_url
        )
    assert result.exit_code == 0, result.output
    assert summary(folder / "again")["if_score"] == pytest.approx((1 + 0 + 0.5 + 0) / 4)
    assert summary(folder / "again")["config"]["formal_run"] is True


def test_what_has_changed_since_is_refused(folder: Path) -> None:
    options = ("--skip-judge", "-o", folder / "again")
    moved = (folder / "predictions.jsonl").rename(folder / "moved.jsonl")
    assert "cannot read" in invoke("rescore", folder / "run", *options).stderr
    assert invoke("rescore", folder / "run", *options, "--predictions", moved).exit_code == 0
    moved.write_text('{"case_id": "good", "prediction": "x"}\n', encoding="utf-8")
    result = invoke("rescore", folder / "run", *options, "--predictions", moved)
    assert result.exit_code == 2
    assert "is not what" in result.stderr
    write_jsonl(folder / "data.jsonl", DATA[:3])
    result = invoke("rescore", folder / "run", *options)
    assert result.exit_code == 2
    assert "is not the data that" in result.stderr


def verdict(request: Request) -> Action:
    soft = '{"style_consistency": {"score": 0.5, "note": "so so"}}'
    return answer(request, soft if "style_consistency" in request.prompt else "1")


def test_errored_traces_are_rescued(tmp_path: Path) -> None:
    out = tmp_path / "again"
    judged = ("--judge-api", "chat", "--cache", tmp_path / "cache", "--workers", "1")
    with JudgeServer(verdict) as server:
        result = invoke("rescore", TRACES, "-o", out, *judged, JUDGE_API_BASE=server.base_url)
        assert result.exit_code == 0, result.output
        asked = len(server.requests)
        # A finished run is only looked at.
        assert invoke("rescore", TRACES, "-o", out, *judged, JUDGE_API_BASE="").exit_code == 0
        assert len(server.requests) == asked
    config = summary(out)["config"]
    assert (config["rescued"], config["errored"], config["instances_scored"]) == (2, 0, 8)
    found = {line["case_id"]: line for line in rows(out / "rollouts.jsonl")}
    assert {case: line["reward"] for case, line in found.items()} == {
        "tiny-1": 1.0,
        "tiny-2": 0.5,
        "tiny-3": 1.0,
        "tiny-4": 1.0,
    }
    assert all(line["score"]["quality"] == 1 for line in found.values())
    assert summary(out)["by_constraint"]["style_consistency"]["mean_score"] == 0.5
    kept = invoke(
        *("filter", out / "rollouts.jsonl", "-o", tmp_path / "kept.jsonl", "--rules", "published", "--json"),
        *("--judge", *judged),
        JUDGE_API_BASE="",
    )
    assert json.loads(kept.stdout)["scores_reused"] == 8


def test_what_the_cache_serves_gives_the_same_bytes(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "data.jsonl", DATA)
    write_jsonl(
        tmp_path / "in.jsonl", [{"case_id": "soft", "prediction": f'{{"1": "Hi {n}"}}'} for n in range(30)]
    )
    args = ("rescore", tmp_path / "in.jsonl", "--data", tmp_path / "data.jsonl", "--judge-api", "chat")
    with JudgeServer(verdict) as server:
        for out, cache in (("1", "a"), ("2", "a"), ("3", "b")):
            options = ("-o", tmp_path / out, "--cache", tmp_path / cache, "--concurrency", "7")
            assert invoke(*args, *options, JUDGE_API_BASE=server.base_url).exit_code == 0
        assert len(server.requests) == 2 * 60
        # A folder of `rescore` is a run too.
        again = invoke("rescore", tmp_path / "1", "-o", tmp_path / "4", JUDGE_API_BASE=server.base_url)
        assert again.exit_code == 0, again.output
        assert len(server.requests) == 2 * 60
    first, *others = [(tmp_path / out / "rollouts.jsonl").read_bytes() for out in "123"]
    assert others == [first, first]
    assert summary(tmp_path / "4")["config"]["scores_reused"] == 30


def test_scores_by_another_number_of_votes_are_not_reused(tmp_path: Path) -> None:
    judged = ("--judge-api", "chat", "--cache", tmp_path / "cache", "--workers", "1")
    found = []
    with JudgeServer(verdict) as server:
        source = TRACES
        for number, votes in enumerate((3, 3, 1)):
            out = tmp_path / str(number)
            args = ("rescore", source, "-o", out, *judged, "--votes", votes)
            assert invoke(*args, JUDGE_API_BASE=server.base_url).exit_code == 0
            found.append(summary(out)["config"])
            source = out / "rollouts.jsonl"
    assert [config["scores_reused"] for config in found] == [0, 8, 0]
    assert [config["judge_votes"] for config in found] == [3, 3, 1]
    assert {config["judge_model"] for config in found} == {"gpt-5.6-sol"}
    assert "judge:gpt-5.6-sol+3votes|" in found[0]["signature"]
    assert "judge:gpt-5.6-sol|" in found[2]["signature"]


def test_a_judge_that_is_out_stops_the_run_and_it_goes_on(tmp_path: Path) -> None:
    out, judged = (
        tmp_path / "again",
        ("--judge-api", "chat", "--cache", tmp_path / "cache", "--concurrency", "1"),
    )
    refused: list[int] = []

    def refuses_the_fourth(request: Request) -> Action:
        if request.number < 3 or len(refused) >= 2:
            return verdict(request)
        refused.append(request.number)
        return error(401)

    with JudgeServer(refuses_the_fourth) as server:
        args = ("rescore", TRACES, "-o", out, *judged)
        result = invoke(*args, JUDGE_API_BASE=server.base_url)
        assert result.exit_code == 1
        assert "set JUDGE_API_KEY" in result.stderr
        assert not (out / "summary.json").exists()
        refused += [-1, -1]
        result = invoke(*args, JUDGE_API_BASE=server.base_url)
        assert result.exit_code == 0, result.output
        # Four qualities and one soft question are all there is to ask: none was answered twice.
        assert len(server.requests) - len(refused) + 2 == 5


def test_by_rules_alone(tmp_path: Path) -> None:
    out = tmp_path / "again"
    result = invoke("rescore", TRACES, "--rules", "published", "--skip-judge", "-o", out, "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data == summary(out)
    assert (data["total"], data["if_score"], data["config"]["judge_model"]) == (8, 1.0, None)
    assert data["config"]["signature"].startswith("InstTrans|rules:published.1|judge:none|")


def test_what_never_had_an_answer_stays_errored(tmp_path: Path) -> None:
    episodes = traces(1)
    for episode, nodes in zip(episodes[:2], ([], episodes[1]["traces"][0]["nodes"]), strict=True):
        error = {"type": "ModelError", "message": "out"}
        episode["traces"][0] |= {"ok": False, "errors": [error], "nodes": nodes}
    write_jsonl(tmp_path / "traces.jsonl", [*episodes, {"traces": 1}])
    result = invoke("rescore", tmp_path / "traces.jsonl", "--skip-judge", "-o", tmp_path / "again", "--json")
    config = json.loads(result.stdout)["config"]
    assert result.exit_code == 1
    assert (config["rescued"], config["errored"], config["unreadable"]) == (1, 1, 1)
    assert config["unreadable_first"][0].endswith(
        "line 7: field traces: expected the list of an episode's traces"
    )


def test_another_run_in_the_folder_is_not_mixed_in(tmp_path: Path) -> None:
    args = ("rescore", TRACES, "--skip-judge", "-o", tmp_path / "again", "--rules")
    assert invoke(*args, "published").exit_code == 0
    result = invoke(*args, "strict")
    assert result.exit_code == 2
    assert "holds another run: choose another --output or give --overwrite" in result.stderr
    assert summary(tmp_path / "again")["config"]["rules"] == "published.1"
    (tmp_path / "again" / "keep.txt").write_text("mine")
    assert invoke(*args, "strict", "--overwrite").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "again").iterdir()) == [
        "keep.txt",
        "rollouts.jsonl",
        "run.json",
        "summary.json",
    ]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--dry-run", "--skip-judge"], "--dry-run is about the judge"),
        (["--skip-judge", "--predictions", "x"], "--predictions is for the output folder of `evaluate`"),
        (["--skip-judge", "--rules", "lenient"], "'lenient' is not one of"),
    ],
)
def test_usage(tmp_path: Path, more: list[str], message: str) -> None:
    result = invoke("rescore", TRACES, "-o", tmp_path / "again", *more)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_run_itself_is_never_written_to(folder: Path) -> None:
    result = invoke("rescore", folder / "run", "--skip-judge", "-o", folder / "run")
    assert result.exit_code == 2
    assert "another --output than the run itself" in result.stderr


def test_tasks_are_those_of_the_traces(tmp_path: Path) -> None:
    args = ("rescore", TRACES, "--skip-judge", "-o", tmp_path / "again")
    assert invoke(*args).exit_code == 0
    assert rows(tmp_path / "again" / "rollouts.jsonl")[0]["task"] == tiny.ROWS[0]
