"""Files in UTF-16 and UTF-32 are named as such; UTF-8 that looks a little like them is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from inst_trans_env.errors import DataError
from inst_trans_env.files import decode, dump_line
from inst_trans_env.tasks import load_tasks
from tests.support import row


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_named_with_what_to_do(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "wide.jsonl"
    path.write_bytes((dump_line(row("one")) + "\n").encode(codec))
    name = codec[:6].upper() + ("" if len(codec) == 6 else " without a byte-order mark")
    with pytest.raises(DataError) as caught:
        load_tasks(path)
    assert str(caught.value) == f"{path}: this is {name}; convert it to UTF-8"


def test_marks_of_the_other_byte_order_are_known() -> None:
    for mark, name in ((b"\xfe\xff", "UTF-16"), (b"\x00\x00\xfe\xff", "UTF-32")):
        with pytest.raises(DataError, match=rf"this is {name}; convert"):
            decode(mark + b"\x00", Path("x"))


@pytest.mark.parametrize("text", ["", "a", "\0", "\0\0\0\0", "a\0", "ab\0\0", "a\0bc", "\0ab\0", "é\0"])
def test_utf_8_with_a_nul_is_read(text: str) -> None:
    assert decode(text.encode(), Path("x")) == text
    assert decode(text.encode("utf-8-sig"), Path("x")) == text
