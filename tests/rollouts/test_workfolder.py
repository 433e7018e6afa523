"""What is left of runs that are refused, that fail, and that are stopped: nothing, or what can be gone on with."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.errors import UserError
from inst_trans_env.files import write_jsonl
from inst_trans_env.rollouts.workfolder import MARK, WorkFolder
from inst_trans_env.scoring import Scorer
from tests.judge.server import JudgeServer, error
from tests.rollouts.build import predictions
from tests.support import row

SOFT = ["format_preserve", "style_consistency"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_jsonl(tmp_path / "data.jsonl", [row(f"c{n}", constraint_ids=SOFT) for n in range(3)])
    write_jsonl(tmp_path / "in.jsonl", predictions(3))
    (tmp_path / "in.gz").write_bytes(gzip.compress((tmp_path / "in.jsonl").read_bytes()))
    (tmp_path / "other.jsonl").write_text('{"x": 1}\n', encoding="utf-8")
    return tmp_path


def tree(folder: Path) -> dict[str, str]:
    """Return every path under a folder, of files with a digest."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in folder.rglob("*")
    }


def invoke(
    folder: Path, command: str, out: str, *more: str, stdin: bytes | None = None, **env: str
) -> Result:
    args = [command, *more, "--data", str(folder / "data.jsonl"), "-o", str(folder / out), "--workers", "1"]
    return CliRunner().invoke(main, args, input=stdin, env={"INST_TRANS_CACHE": str(folder / ".c"), **env})


REFUSED: list[tuple[str, list[str], str]] = [
    ("filter", ["in.jsonl", "--judge"], "there is no endpoint"),
    ("filter", ["in.gz", "--judge"], "there is no endpoint"),
    ("filter", ["-", "--judge"], "there is no endpoint"),
    ("filter", ["-", "other.jsonl"], "no known format"),
    ("filter", ["in.gz", "nowhere.jsonl"], "cannot read"),
    ("rescore", ["in.jsonl"], "there is no endpoint"),
    ("rescore", ["in.gz"], "there is no endpoint"),
    ("rescore", ["other.jsonl", "--skip-judge"], "no known format"),
]


@pytest.mark.parametrize(("command", "args", "message"), REFUSED, ids=str)
@pytest.mark.parametrize("out", ["out", "new/inner/out"])
def test_what_is_refused_leaves_everything_as_it_was(
    folder: Path, command: str, args: list[str], message: str, out: str
) -> None:
    before = tree(folder)
    paths = [str(folder / arg) if (folder / arg).exists() else arg for arg in args]
    raw = (folder / "in.jsonl").read_bytes()
    result = invoke(folder, command, out, *paths, stdin=raw, JUDGE_API_BASE="")
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert tree(folder) == before


def test_an_input_is_never_written_to(folder: Path) -> None:
    (folder / "run").mkdir()
    (folder / "in.jsonl").rename(folder / "run" / "rollouts.jsonl")
    (folder / "link").symlink_to(folder / "run" / "rollouts.jsonl")
    before, source = tree(folder), str(folder / "run" / "rollouts.jsonl")
    for command, out, more in (
        ("filter", "run/rollouts.jsonl", []),
        ("filter", "link", []),
        ("rescore", "run", ["--skip-judge"]),
        ("rescore", "run", ["--skip-judge", "--overwrite"]),
    ):
        result = invoke(folder, command, out, source, *more)
        assert result.exit_code == 2
        assert "is an input: give another --output" in result.stderr
        assert tree(folder) == before


def test_an_input_counts_once(folder: Path) -> None:
    (folder / "run").mkdir()
    (folder / "run" / "results.jsonl").symlink_to(folder / "in.jsonl")
    before = tree(folder)
    result = invoke(folder, "filter", "out", str(folder / "in.jsonl"), str(folder / "run"))
    assert result.exit_code == 2
    assert "are one input: give it once, or it counts twice" in result.stderr
    assert tree(folder) == before


def test_a_judge_that_refuses_leaves_nothing_but_its_cache(folder: Path) -> None:
    before = tree(folder)
    with JudgeServer(lambda request: error(401)) as server:
        for command, more in (("filter", ["--judge"]), ("rescore", [])):
            result = invoke(
                folder, command, "out", str(folder / "in.jsonl"), *more, JUDGE_API_BASE=server.base_url
            )
            assert result.exit_code == 1, result.output
    assert {name: mark for name, mark in tree(folder).items() if not name.startswith(".c")} == before


def test_what_is_refused_takes_nothing_from_a_job_that_was_stopped(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("inst_trans_env.rollouts.pipeline.filter_bucket", stop)
        assert invoke(folder, "filter", "out", str(folder / "in.jsonl")).exit_code == 130
    begun = tree(folder)
    assert any("unit-000000" in name for name in begun)
    raw = (folder / "in.jsonl").read_bytes()
    for args in (["other.jsonl"], ["nowhere"], ["-", "other.jsonl"], ["in.gz", "--judge", "--dry-run"]):
        paths = [str(folder / arg) if (folder / arg).exists() else arg for arg in args]
        invoke(folder, "filter", "out", *paths, stdin=raw, JUDGE_API_BASE="")
        assert {name: mark for name, mark in tree(folder).items() if not name.startswith(".c")} == begun, args
    # The job itself still goes on, and scores nothing again.
    monkeypatch.setattr(Scorer, "ascore", stop)
    done = invoke(folder, "filter", "out", str(folder / "in.jsonl"))
    assert done.exit_code == 0, done.output
    assert "going on with what" in done.stderr
    assert not (folder / "out.work").exists()


def test_another_rescoring_does_not_discard_one_that_was_stopped(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: Any) -> None:
        raise KeyboardInterrupt

    source = str(folder / "in.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr("inst_trans_env.rollouts.pipeline.filter_bucket", stop)
        assert invoke(folder, "rescore", "out", source, "--skip-judge").exit_code == 130
    begun = tree(folder)
    result = invoke(folder, "rescore", "out", source, "--skip-judge", "--rules", "strict")
    assert result.exit_code == 2
    assert "holds another run: choose another --output or give --overwrite" in result.stderr
    assert tree(folder) == begun
    done = invoke(folder, "rescore", "out", source, "--skip-judge", "--rules", "strict", "--overwrite")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "rollouts.jsonl",
        "run.json",
        "summary.json",
    ]


def test_overwriting_that_was_stopped_goes_on_without_overwrite(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: Any) -> None:
        raise KeyboardInterrupt

    args = ("rescore", "out", str(folder / "in.jsonl"), "--skip-judge")
    assert invoke(folder, *args).exit_code == 0
    kept = tree(folder / "out")
    with monkeypatch.context() as patch:
        patch.setattr("inst_trans_env.cli.rescore.run_filtering", stop)
        stopped = invoke(folder, *args, "--rules", "strict", "--overwrite")
        assert stopped.exit_code == 130
    assert set(kept) - set(tree(folder / "out")) == {"rollouts.jsonl", "summary.json"}
    assert "the same command without --overwrite goes on from there" in stopped.stderr
    done = invoke(folder, *args, "--rules", "strict")
    assert done.exit_code == 0, done.output
    assert "going on with what" in done.stderr


def test_a_folder_that_others_made_is_not_removed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "keep.txt").write_text("mine")

    def refuse() -> None:
        with WorkFolder(tmp_path / "mine" / "new") as work:
            (work.folder / "x").touch()
            raise UserError("refused")

    with pytest.raises(UserError):
        refuse()
    assert tree(tmp_path) == {"mine": "", "mine/keep.txt": hashlib.sha256(b"mine").hexdigest()}


@pytest.mark.parametrize("raw", [b"{", b"\xff", b"[]", b"null"])
def test_a_damaged_mark_is_another_job_s(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / MARK).write_bytes(raw)
    with WorkFolder(tmp_path) as work:
        assert work.holds({"a": 1}) is False
        work.begin({"a": 1}, (), resume=False)
        assert work.holds({"a": 1}) is True


def test_leftovers_of_a_kill_are_removed_and_what_is_finished_stays(tmp_path: Path) -> None:
    with WorkFolder(tmp_path) as work:
        work.begin({}, (), resume=False)
        for name in ("unit-000001", "bucket-0000.json", ".unit-000002.abc", "tries-3", "input-1", "input-2"):
            (tmp_path / name).touch()
    with WorkFolder(tmp_path) as work:
        work.begin({}, ["input-2"], resume=True)
    assert sorted(tree(tmp_path)) == ["bucket-0000.json", "input-2", "unit-000001", MARK]
