"""Reading lines of JSON and writing files so that a reader never sees half of one."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from inst_trans_env.errors import DataError, UserError

_ARRAY = "expected a JSON object, got list: write one row a line, with no brackets around the rows"


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes, or raise `UserError` that says what is wrong with the path."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error


_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Byte-order marks, the longer ones first: that of UTF-32 begins like one of UTF-16."""


def decode(raw: bytes, path: Path) -> str:
    """Return UTF-8 bytes (with or without a byte-order mark) as text, or raise `DataError` with the line."""
    if wide := _wide(raw):
        raise DataError(f"{path}: this is {wide}; convert it to UTF-8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{path}, line {line}: not valid UTF-8 (byte {error.start}); save it as UTF-8"
        ) from error


def _wide(raw: bytes) -> str:
    """Return the encoding whose units are wider than a byte, or nothing.

    Without a mark it shows by its first two characters, where one of them is ASCII and the other is no NUL.
    """
    for mark, name in _MARKS.items():
        if raw.startswith(mark):
            return name
    empty = [not byte for byte in raw[:4]]
    if empty in ([True, True, True, False], [False, True, True, True]):
        return "UTF-32 without a byte-order mark"
    if empty in ([True, False, True, False], [False, True, False, True]):
        return "UTF-16 without a byte-order mark"
    return ""


def parse_jsonl(text: str, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    r"""Yield (line number from 1, object). Only ``\n`` ends a line: U+2028 occurs inside JSON strings."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            if line.lstrip().startswith("["):
                raise DataError(f"{path}, line {number}: {_ARRAY}") from error
            raise DataError(f"{path}, line {number}: not JSON ({error})") from error
        if isinstance(row, list):
            raise DataError(f"{path}, line {number}: {_ARRAY}")
        if not isinstance(row, dict):
            raise DataError(f"{path}, line {number}: expected a JSON object, got {type(row).__name__}")
        yield number, row


def read_jsonl(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line number, object) of a file of JSON lines."""
    yield from parse_jsonl(decode(read_bytes(path), path), path)


def dump_line(row: Any) -> str:
    """Return one JSON line without its end. Lone surrogates are escaped so that UTF-8 can hold the line."""
    line = json.dumps(row, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        return json.dumps(row)
    return line


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Give a stream for a file that appears whole under its name when all is written, or not at all.

    A link is followed; a pipe or a device is written through, since it cannot be replaced.

    Raises:
        UserError: nothing can be written there.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        if path.exists() and not path.is_file():
            # Not resolved: what /dev/stdout leads to has no name when it is a pipe.
            with path.open("wb") as stream:
                yield stream
            return
        path = path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: it is complete under its name or not there at all."""
    with writing(path) as stream:
        stream.write(text.encode())


def write_jsonl(path: Path, rows: Iterable[Any]) -> None:
    """Write rows as JSON lines, atomically."""
    write_text(path, "".join(dump_line(row) + "\n" for row in rows))


def write_json(path: Path, data: Any) -> None:
    """Write one JSON document, indented, atomically."""
    write_text(path, json.dumps(data, ensure_ascii=False, indent=2) + "\n")
