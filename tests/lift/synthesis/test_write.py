"""What `inst-trans lift synthesize` writes, and `inst-trans lift lint`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from inst_trans_env.cli import main
from inst_trans_env.lift import load_lift_tasks, score_document
from inst_trans_env.lift.load import CONFIGS
from inst_trans_env.lift.references import load_references
from inst_trans_env.locks import FolderLock


def invoke(*args: str) -> Result:
    return CliRunner().invoke(main, ["lift", *args])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("synthesis") / "tasks"
    done = invoke("synthesize", "--output", str(output), "--train", "2", "--test", "3", "--seed", "4")
    assert done.exit_code == 0, done.output
    assert "documents thrown away: 0" in done.stdout
    assert "topics without a document: none" in done.stdout
    return output


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1]


def test_files_and_manifest(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert list(manifest["configs"]) == list(CONFIGS)
    for name, found in manifest["configs"].items():
        assert found["dataset_id"] == CONFIGS[name]
        for split, count in (("train", 2), ("test", 3)):
            rows = [json.loads(line) for line in lines(folder / name / f"{split}.jsonl")]
            entries = [entry for row in rows for entry in row["info"]["evaluations"]]
            judged = sum(entry["metric_name"] == "judged_question" for entry in entries)
            told = found[split]
            assert (told["tasks"], told["verifiable"], told["judged"]) == (
                count,
                len(entries) - judged,
                judged,
            )
            assert sum(told["metrics"].values()) == len(entries)
            data = (folder / name / f"{split}.jsonl").read_bytes()
            assert told["sha256"] == hashlib.sha256(data).hexdigest()


def test_the_card_names_every_file(folder: Path) -> None:
    head = yaml.safe_load((folder / "README.md").read_text("utf-8").split("---\n")[1])
    paths = [file["path"] for config in head["configs"] for file in config["data_files"]]
    assert paths == [f"{name}/{split}.jsonl" for name in CONFIGS for split in ("train", "test")]
    assert all((folder / path).is_file() for path in paths)


def test_references_lie_apart_and_fit(folder: Path) -> None:
    references = load_references(folder)
    assert len(references) == 50
    for config in CONFIGS:
        tasks = load_lift_tasks(folder, config=config, split="train")
        assert load_references(folder / config / "train.jsonl") == references
        for task in tasks:
            assert score_document(task, references[task.example_id]).verifiable_score == 1.0


def test_the_same_seed_writes_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    config = "long_doc_few_constraints"
    args = ("--config", config, "--train", "2", "--test", "3", "--seed", "4", "--json")
    done = invoke("synthesize", "--output", str(tmp_path / "again"), *args)
    manifest = json.loads(done.stdout)
    assert list(manifest["configs"]) == [config]
    # The document is shaped by all configs of a run, so only the topics are the same here.
    topics = [json.loads(line)["topic"] for line in lines(tmp_path / "again" / config / "test.jsonl")]
    assert topics == [json.loads(line)["topic"] for line in lines(folder / config / "test.jsonl")]
    repeat = invoke("synthesize", "--output", str(tmp_path / "third"), *args)
    assert json.loads(repeat.stdout) == manifest


def test_one_process_at_a_time_writes_in_a_folder(tmp_path: Path) -> None:
    with FolderLock(tmp_path / "tasks"):
        done = invoke("synthesize", "--output", str(tmp_path / "tasks"))
    assert done.exit_code == 2
    assert "is at work in" in done.stderr
    assert list((tmp_path / "tasks").iterdir()) == []


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    done = invoke("synthesize", "--output", str(tmp_path))
    assert done.exit_code == 2
    assert "holds other things (thesis.txt)" in done.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--config", "l3"), "unknown config 'l3'"),
        (("--train", "5000"), "5000 training and 12 test topics are asked for"),
        (("--topics", "nowhere.txt"), "cannot read nowhere.txt"),
        (("--config", "flat_sv3_snv3", "--config", "flat_doc_some_constraints"), "given twice"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    done = invoke("synthesize", "--output", str(tmp_path / "new"), *args)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "new").exists()


def test_lint_of_clean_tasks(folder: Path) -> None:
    done = invoke("lint", "--data", str(folder), "--config", "short_doc_some_constraints")
    files = [folder / "short_doc_some_constraints" / f"{split}.jsonl" for split in ("train", "test")]
    counts = [len(lines(file)) for file in files]
    assert (done.exit_code, done.stdout) == (
        0,
        f"{sum(counts)} tasks, 0 faults in\n  {files[0]}\n  {files[1]}\n",
    )
    one = invoke("lint", "--data", str(folder), "--config", "short_doc_some_constraints", "--split", "test")
    assert (one.exit_code, one.stdout) == (0, f"{counts[1]} tasks, 0 faults in\n  {files[1]}\n")
    nothing = invoke("lint", "--data", str(folder))
    assert nothing.exit_code == 2
    assert "name one with --config" in nothing.stderr


def test_lint_of_a_fault(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "test.jsonl"
    row = json.loads(lines(folder / "flat_doc_some_constraints" / "test.jsonl")[0])
    row["info"]["evaluations"][-1]["metric_args"]["criterion"] = "Be brief."
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    done = invoke("lint", "--data", str(path))
    assert done.exit_code == 1
    assert "the prompt does not say “Be brief.”" in done.stdout
    found = json.loads(invoke("lint", "--data", str(path), "--json").stdout)
    assert found["tasks"] == 1
    assert {fault["example_id"] for fault in found["faults"]} == {row["example_id"]}


def test_datasets_loads_the_folder(folder: Path) -> None:
    datasets = pytest.importorskip("datasets", minversion="4.8")
    for config in ("short_doc_numerous_constraints", "flat_doc_many_constraints"):
        loaded = datasets.load_dataset(str(folder), config, split="test")
        assert len(loaded) == 3
        assert loaded[0]["info"]["evaluations"][0]["parser_name"] == "nested_html"
