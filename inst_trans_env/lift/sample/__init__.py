"""The shipped sample: twelve tasks a split of each of the ten configs, with a document that meets each.

Made by ``scripts/lift-sample``. Topics, outlines and documents are ours (CC0).
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from inst_trans_env.files import parse_jsonl

TASKS = "tasks.jsonl.gz"
REFERENCES = "references.jsonl.gz"


def sample_rows(config: str, split: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (place, row) of a config's split."""
    for number, row in _rows(TASKS):
        if (row["dataset_name"], row["split"]) == (config, split):
            yield f"sample, line {number}", row


@cache
def sample_references() -> dict[str, str]:
    """Return the document of each task by ``example_id``. Not to be changed by callers."""
    return {row["example_id"]: row["document"] for _, row in _rows(REFERENCES)}


def _rows(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    packed = (resources.files("inst_trans_env.lift.sample") / name).read_bytes()
    return parse_jsonl(gzip.decompress(packed).decode("utf-8"), Path(name))
