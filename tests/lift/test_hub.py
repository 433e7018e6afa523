from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest

from inst_trans_env.lift import load_lift_tasks, task_from_row
from tests.lift.build import evaluation, row
from tests.lift.metrics.cases import CASES
from tests.lift.test_load import CARD, write


def test_the_hub_is_read_through_datasets(monkeypatch: pytest.MonkeyPatch) -> None:
    padded = {**CARD, "metric_args": {**CARD["metric_args"], "pattern": None}}  # type: ignore[dict-item]
    seen: list[object] = []

    def load_dataset(*args: object, **options: object) -> list[dict[str, Any]]:
        seen.append((args, options))
        return [row(padded, document_outline="## A")]

    monkeypatch.setitem(sys.modules, "datasets", types.SimpleNamespace(load_dataset=load_dataset))
    tasks = load_lift_tasks("hub:abc", config="flat_doc_some_constraints")
    assert seen == [
        (("ai21labs/LIFTBench", "flat_doc_some_constraints"), {"split": "test", "revision": "abc"})
    ]
    assert tasks.source == "hub:flat_doc_some_constraints/test"
    assert tasks[0].evaluations[0].args == task_from_row(row(CARD)).evaluations[0].args


def test_the_real_library_decodes_mixed_arguments_and_rounds_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    datasets = pytest.importorskip("datasets")
    read = datasets.load_dataset
    entries = [
        evaluation(name, args, [("H2", 1), ("P", 2)] if number % 2 else [], weight=1 / 7)
        for name, cases in CASES.items()
        for number, (args, _, _) in enumerate(cases[:3])
    ]
    path = write(
        tmp_path / "test.jsonl",
        row(*entries, document_outline="# T\n## A"),
        row(CARD, document_outline="## A"),
    )

    def local(_: str, config: str, **options: Any) -> Any:
        return read("json", data_files=str(path), split="train", cache_dir=str(tmp_path / config))

    monkeypatch.setattr(datasets, "load_dataset", local)
    loaded = load_lift_tasks("hub", config="flat_doc_some_constraints")
    exact = load_lift_tasks(path)
    for left, right in zip(loaded, exact, strict=True):
        for one, other in zip(left.evaluations, right.evaluations, strict=True):
            assert (one.args, one.selector) == (other.args, other.selector)
            assert abs(one.weight - other.weight) < 1e-10
