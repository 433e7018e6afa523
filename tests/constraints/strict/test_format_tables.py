from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.format_preserve import check
from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.tasks.schema import Task
from tests.constraints.strict.tables import FOLDER

TABLES = sorted(path.stem for path in FOLDER.glob("format_*.jsonl"))


def read(table: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{table}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


CASES = [(f"{table}-{number:03}", row) for table in TABLES for number, row in enumerate(read(table), 1)]


def judge(row: dict[str, Any], source: str, prediction: str) -> Verdict:
    line = f"【硬性要求】保留源文中的 {row['names']} 不变"
    task = Task(row["source_lang"], row["target_lang"], source, (line,), ("format_preserve",))
    return check(Case(task, prediction))


@pytest.mark.parametrize("row", [row for _, row in CASES], ids=[name for name, _ in CASES])
def test_verdict(row: dict[str, Any]) -> None:
    verdict = judge(row, row["source"], row["prediction"])
    assert verdict.passed == row["passes"], (row["why"], verdict.reason)
    assert verdict.passed or verdict.reason
    assert all(0 <= start <= end <= len(row["prediction"]) for start, end in verdict.spans)


@pytest.mark.parametrize("row", [row for _, row in CASES if row["passes"]])
def test_what_passes_also_passes_inside_json(row: dict[str, Any]) -> None:
    source, prediction = (
        json.dumps({"1": text, "2": 5}, ensure_ascii=False) for text in (row["source"], row["prediction"])
    )
    verdict = judge(row, source, prediction)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(
    "row", [row for _, row in CASES if not row["passes"] and row["source"][0] not in "{["]
)
def test_what_fails_also_fails_inside_json(row: dict[str, Any]) -> None:
    source, prediction = (
        json.dumps({"1": text, "2": 5}, ensure_ascii=False) for text in (row["source"], row["prediction"])
    )
    verdict = judge(row, source, prediction)
    assert not verdict.passed
    assert "(at 1)" in verdict.reason


def test_every_table_has_both_verdicts() -> None:
    for table in TABLES:
        if table != "format_prose":
            counts = Counter(row["passes"] for row in read(table))
            assert min(counts[True], counts[False]) >= 5, table
