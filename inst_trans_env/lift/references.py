"""Documents that meet all verifiable constraints of their tasks, where a set of tasks comes with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inst_trans_env.errors import DataError
from inst_trans_env.files import read_jsonl
from inst_trans_env.lift.sample import sample_references

FILE = "references.jsonl"
"""Lies in the folder that holds the configs' folders."""


def load_references(source: str | Path) -> Mapping[str, str]:
    """Return the documents by ``example_id`` for the source of `load_lift_tasks`; none where there are none.

    Raises:
        DataError: names the line of a document without ``example_id`` or text.
    """
    name = str(source)
    if name == "sample" or name.startswith("sample:"):
        return sample_references()
    path = Path(source)
    folders = [path] if path.is_dir() else [path.parent, path.parent.parent]
    file = next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)
    if file is None:
        return {}
    found: dict[str, str] = {}
    for number, row in read_jsonl(file):
        if not isinstance(row.get("example_id"), str) or not isinstance(row.get("document"), str):
            raise DataError(f"{file}, line {number}: expected the strings example_id and document")
        found[row["example_id"]] = row["document"]
    return found
