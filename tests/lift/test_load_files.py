"""What is wrong with a file as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inst_trans_env.errors import DataError
from inst_trans_env.lift import load_lift_tasks
from tests.lift.build import row
from tests.lift.test_load import CARD, write


def test_an_example_id_stands_once_in_a_file(tmp_path: Path) -> None:
    path = write(tmp_path / "twice.jsonl", row(CARD), row(CARD, example_id="x2"), row(CARD))
    with pytest.raises(DataError) as caught:
        load_lift_tasks(path)
    assert str(caught.value) == (
        f"{path}, line 3, field example_id: 'x1' stands already at {path}, line 1; make it unique"
    )


@pytest.mark.parametrize("name", ["", " ", None])
def test_a_row_needs_an_example_id(tmp_path: Path, name: str | None) -> None:
    path = write(tmp_path / "nameless.jsonl", row(CARD), row(CARD, example_id=name))
    with pytest.raises(DataError, match=r"line 2, field example_id: missing or empty"):
        load_lift_tasks(path)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be"])
def test_a_file_in_utf_16_says_so(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "wide.jsonl"
    path.write_bytes(
        ("\ufeff" if codec.endswith("be") else "").encode(codec) + json.dumps(row(CARD)).encode(codec)
    )
    with pytest.raises(DataError, match=r"wide\.jsonl: this is UTF-16; convert it to UTF-8"):
        load_lift_tasks(path)


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_of_rows_is_told_from_rows_a_line(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "array.jsonl"
    path.write_text(json.dumps([row(CARD)], indent=indent), "utf-8")
    with pytest.raises(DataError, match="line 1: expected a JSON object, got list: write one row a line"):
        load_lift_tasks(path)
