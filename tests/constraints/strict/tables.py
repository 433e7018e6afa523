"""The tables of labelled cases: a row, a prediction, and the verdict per gate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inst_trans_env.tasks.schema import Task

FOLDER = Path(__file__).parent.parent / "cases"
GATES = (
    "answer",
    "language",
    "copy",
    "repetition",
    "layout_break",
    "term_compliance",
    "social_preserve",
    "syllable_order",
    "academic_format_preserve",
)
"""Tables of one gate each; `strict-dev` and `specification` cover all, the tables ``format_*`` format_preserve."""


def read(name: str) -> list[dict[str, Any]]:
    """Return the rows of a table, split at line feeds only."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def task(row: dict[str, Any], case_id: str = "") -> Task:
    """Return the task of a table's row."""
    return Task(
        source_lang=row["source_lang"],
        target_lang=row["target_lang"],
        source_text=row["source_text"],
        constraints=tuple(row["constraints"]),
        constraint_ids=tuple(row["constraint_ids"]),
        case_id=case_id,
        duration_s=tuple(row["duration_s"]) if row.get("duration_s") else None,
    )
