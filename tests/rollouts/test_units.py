from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import zstandard

from inst_trans_env.errors import UserError
from inst_trans_env.rollouts.units import Unit, plan_units
from inst_trans_env.rollouts.unpack import find_sources

ROWS = [{"case_id": f"c{n}", "prediction": "\u2028ü" * n} for n in range(50)]
PLAIN = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in ROWS).encode()


def plan(folder: Path, *names: Any, form: str | None = None, size: int = 200) -> list[Unit]:
    work = folder / "work"
    work.mkdir(exist_ok=True)
    return plan_units(find_sources([str(name) for name in names], work), work, form, size)


def rows(units: list[Unit]) -> list[Any]:
    return [json.loads(line) for unit in units for _, line in unit.read()]


def zstd_frames(raw: bytes) -> bytes:
    half = raw.index(b"\n", len(raw) // 2) + 1
    packer = zstandard.ZstdCompressor()
    return packer.compress(raw[:half]) + packer.compress(raw[half:])


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN,
        PLAIN.rstrip(b"\n"),
        b"\xef\xbb\xbf\n\n" + PLAIN,
        gzip.compress(PLAIN, mtime=0),
        gzip.compress(PLAIN[:400], mtime=0) + gzip.compress(PLAIN[400:], mtime=0),
        zstandard.ZstdCompressor().compress(PLAIN),
        zstd_frames(PLAIN),
        bz2.compress(PLAIN),
        lzma.compress(PLAIN),
    ],
    ids=[
        "plain",
        "no last newline",
        "mark and blanks",
        "gzip",
        "gzip members",
        "zstd",
        "zstd frames",
        "bzip2",
        "xz",
    ],
)
def test_every_packing_gives_the_same_lines(tmp_path: Path, raw: bytes) -> None:
    # The name says nothing: what counts is the content.
    (tmp_path / "rollouts.txt").write_bytes(raw)
    units = plan(tmp_path, tmp_path / "rollouts.txt")
    assert rows(units) == ROWS
    assert len(units) > 5
    assert {unit.form for unit in units} == {"predictions"}
    assert [unit.number for unit in units] == list(range(len(units)))


def test_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    said = [[{"role": "assistant", "content": line["prediction"]}] for line in ROWS]
    columns = {
        "case_id": [line["case_id"] for line in ROWS],
        "prompt": ["Q"] * len(ROWS),
        "completion": said,
        "when": pa.array([0] * len(ROWS), pa.timestamp("us")),
    }
    parquet.write_table(pa.table(columns), tmp_path / "log", row_group_size=7)
    units = plan(tmp_path, tmp_path / "log")
    assert {unit.form for unit in units} == {"trl"}
    found = rows(units)
    assert [line["completion"] for line in found] == said
    assert found[0]["when"] == "1970-01-01 00:00:00"


def test_line_numbers_go_on_over_units_and_inputs(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\n" + PLAIN)
    (tmp_path / "b").write_bytes(PLAIN.replace(b"\n", b"\r\n"))
    units = plan(tmp_path, tmp_path / "a", tmp_path / "b")
    for source, first in ((0, 2), (1, 1)):
        numbers = [number for unit in units if unit.source == source for number, _ in unit.read()]
        assert numbers == list(range(first, first + 50))
    assert sum(unit.lines for unit in units) == 101


def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(PLAIN, mtime=0))))
    units = plan(tmp_path, "-")
    assert rows(units) == ROWS
    assert units[0].name == "standard input"


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(gzip.compress(PLAIN, mtime=0),))
    writer.start()
    assert rows(plan(tmp_path, pipe)) == ROWS
    writer.join()


def test_a_run_folder_stands_for_its_file(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "results.jsonl").write_bytes(PLAIN)
    assert rows(plan(tmp_path, tmp_path / "run")) == ROWS


def test_a_forced_format_is_not_held_against_the_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(PLAIN)
    assert {unit.form for unit in plan(tmp_path, tmp_path / "a", form="trl")} == {"trl"}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "no rollout in"),
        (b" \n\n", "no rollout in"),
        (b"\n[1]\n", "line 2: expected a JSON object, got list"),
        (b'{"x": 1}\n', "line 1: fields x: no known format"),
        (gzip.compress(PLAIN, mtime=0)[:-20], "damaged gzip data"),
        (b"\x1f\x8bnot gzip at all", "damaged gzip data"),
        (b"\x28\xb5\x2f\xfdnot zstd at all", "damaged Zstandard data"),
        (zstandard.ZstdCompressor().compress(PLAIN)[:-3], "damaged Zstandard data"),
        (zstandard.ZstdCompressor().compress(PLAIN)[:5], "damaged Zstandard data"),
        (zstd_frames(PLAIN)[:-3], "damaged Zstandard data"),
        (bz2.compress(PLAIN)[:-3], "damaged bzip2 data"),
        (lzma.compress(PLAIN)[:-3], "damaged xz data"),
        (PLAIN.decode().encode("utf-16"), "UTF-16 text: save it as UTF-8"),
        (b"PAR1 not parquet at all", "damaged Parquet file"),
        (gzip.compress(b"PAR1 and more", mtime=0), "Parquet inside another packing: unpack it first"),
    ],
)
def test_inputs_that_cannot_be_used(tmp_path: Path, raw: bytes, message: str) -> None:
    if raw.startswith(b"PAR1"):
        pytest.importorskip("pyarrow")
    (tmp_path / "a").write_bytes(raw)
    with pytest.raises(UserError) as caught:
        plan(tmp_path, tmp_path / "a")
    assert message in str(caught.value)


def test_inputs_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot read .*nowhere: No such file"):
        plan(tmp_path, tmp_path / "nowhere")
    with pytest.raises(UserError, match=r"holds none of traces\.jsonl, results\.jsonl, rollouts\.jsonl"):
        plan(tmp_path, tmp_path)
    with pytest.raises(UserError, match="only once"):
        plan(tmp_path, "-", "-")


def test_inputs_are_unpacked_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(gzip.compress(PLAIN, mtime=0))
    (tmp_path / "plain").write_bytes(PLAIN)
    units = plan(tmp_path, tmp_path / "packed", tmp_path / "plain", tmp_path / "packed")
    assert rows(units) == ROWS * 3
    assert {unit.source for unit in units} == {0, 1, 2}


def test_binary_columns_are_text_in_utf8_or_refused(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    row = json.loads(PLAIN.partition(b"\n")[0])
    name = next(key for key, value in row.items() if isinstance(value, str))
    for number, (raw, good) in enumerate([("雪".encode(), True), (b"\xff\xfe", False)]):
        path = tmp_path / f"{number}.parquet"
        parquet.write_table(pa.Table.from_pylist([{**row, name: raw}]), path)
        folder = tmp_path / f"of-{number}"
        folder.mkdir()
        if good:
            plan(folder, path)
            assert "雪" in next(folder.rglob("input-*")).read_text(encoding="utf-8")
        else:
            with pytest.raises(UserError, match="a binary column is not UTF-8 text"):
                plan(folder, path)
