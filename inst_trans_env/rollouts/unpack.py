"""Inputs of any packing (gzip, Zstandard, bzip2, xz, Parquet, standard input) as plain files of JSON lines."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import shutil
import stat
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from inst_trans_env.errors import UserError
from inst_trans_env.files import dump_line, writing
from inst_trans_env.rollouts.traces import TRACES

if TYPE_CHECKING:
    from zstandard import ZstdDecompressor

STDIN = "-"
RESULTS = "results.jsonl"
ROLLOUTS = "rollouts.jsonl"
"""What `rescore` leaves in its folder."""
_BLOCK = 1 << 20
_GZIP, _ZSTD, _PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
_BZIP2, _XZ = b"BZh", b"\xfd7zX"


@dataclass(frozen=True, slots=True)
class Source:
    """One input.

    Attributes:
        name: what messages call it.
        path: where its bytes lie, as they came.
        mark: tells it from another version of itself.
    """

    name: str
    path: Path
    mark: str


def find_sources(names: list[str], folder: Path) -> list[Source]:
    """Return the inputs by name; standard input (``-``) and pipes can be read only once: `folder` keeps them.

    Raises:
        UserError: an input is not there, or is a folder without a run of `vf-eval` or `rescore`.
    """
    if names.count(STDIN) > 1:
        raise UserError("standard input (-) can be given only once")
    return [
        _kept("standard input", sys.stdin.buffer, folder) if name == STDIN else _file(name, folder)
        for name in names
    ]


def _file(name: str, folder: Path) -> Source:
    path = Path(name)
    if path.is_dir():
        runs = (TRACES, RESULTS, ROLLOUTS)
        inside = [path / run for run in runs if (path / run).exists()]
        if not inside:
            raise UserError(f"{path} holds none of {', '.join(runs)}: give the file of rollouts")
        path = inside[0]
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            with path.open("rb") as stream:
                return _kept(name, stream, folder)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    return Source(str(path), path.resolve(), f"{status.st_size} bytes, {status.st_mtime_ns}")


def _kept(name: str, stream: BinaryIO, folder: Path) -> Source:
    """Keep what can be read only once, under a name that says what it holds: of one job, it harms no other."""
    digest, new = hashlib.sha256(), folder / "kept-new"
    with writing(new) as kept:
        while block := stream.read(_BLOCK):
            digest.update(block)
            kept.write(block)
    path = new.replace(folder / f"kept-{digest.hexdigest()[:32]}")
    return Source(name, path, digest.hexdigest())


def plain_file(source: Source, folder: Path) -> Path:
    """Return a file of JSON lines with what the input holds: the input itself, or one made in `folder`.

    Raises:
        UserError: the input is damaged, or its packing needs a package that is not installed.
    """
    with _opened(source) as stream:
        magic = stream.read(4)
    unpack = next((how for mark, how in _UNPACK.items() if magic.startswith(mark)), None)
    if unpack is None:
        return source.path
    version = hashlib.sha256(f"{source.path}\0{source.mark}".encode(errors="surrogateescape")).hexdigest()
    target = folder / f"input-{version[:32]}.jsonl"
    if not target.exists():
        with writing(target) as out:
            unpack(source, out)
    if read_magic(target) == _PARQUET:
        raise UserError(f"{source.name}: Parquet inside another packing: unpack it first")
    return target


def read_magic(path: Path) -> bytes:
    """Return the first four bytes of a file."""
    with path.open("rb") as stream:
        return stream.read(4)


def _opened(source: Source) -> BinaryIO:
    try:
        return source.path.open("rb")
    except OSError as error:
        raise UserError(f"cannot read {source.name}: {error.strerror or error}") from error


def _gunzip(source: Source, out: BinaryIO) -> None:
    try:
        with gzip.open(source.path) as stream:
            shutil.copyfileobj(stream, out, _BLOCK)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UserError(f"{source.name}: damaged gzip data ({error}): fetch the file again") from error


def _unzstd(source: Source, out: BinaryIO) -> None:
    import zstandard

    try:
        with source.path.open("rb") as packed:
            _unzstd_frames(zstandard.ZstdDecompressor(), packed, out)
    except (EOFError, zstandard.ZstdError) as error:
        raise UserError(f"{source.name}: damaged Zstandard data ({error}): fetch the file again") from error


def _unzstd_frames(unpacker: ZstdDecompressor, packed: BinaryIO, out: BinaryIO) -> None:
    """Unpack frame after frame: the package's own reader of streams takes a cut one for the end."""
    frame, begun = unpacker.decompressobj(), False
    while block := packed.read(_BLOCK):
        while block:
            out.write(frame.decompress(block))
            begun, block = not frame.eof, frame.unused_data
            if frame.eof:
                frame = unpacker.decompressobj()
    if begun:
        raise EOFError("it ends in the middle of a frame")


def _unbzip2(source: Source, out: BinaryIO) -> None:
    try:
        with bz2.open(source.path) as stream:
            shutil.copyfileobj(stream, out, _BLOCK)
    except (EOFError, OSError, ValueError) as error:
        raise UserError(f"{source.name}: damaged bzip2 data ({error}): fetch the file again") from error


def _unxz(source: Source, out: BinaryIO) -> None:
    try:
        with lzma.open(source.path) as stream:
            shutil.copyfileobj(stream, out, _BLOCK)
    except (EOFError, lzma.LZMAError) as error:
        raise UserError(f"{source.name}: damaged xz data ({error}): fetch the file again") from error


def _refuse_utf16(source: Source, out: BinaryIO) -> None:
    raise UserError(f"{source.name}: UTF-16 text: save it as UTF-8, e.g. iconv -f UTF-16 -t UTF-8")


def _unparquet(source: Source, out: BinaryIO) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise UserError(
            f"{source.name} is Parquet: install pyarrow, e.g. pip install 'inst-trans-env[hub]'"
        ) from error
    try:
        with parquet.ParquetFile(source.path) as file:
            for batch in file.iter_batches(batch_size=1024):
                for row in batch.to_pylist():
                    out.write(dump_line(_plain(row)).encode() + b"\n")
    except UnicodeDecodeError as error:
        raise UserError(f"{source.name}: a binary column is not UTF-8 text: leave it out") from error
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise UserError(f"{source.name}: damaged Parquet file ({reason}): fetch the file again") from error


def _plain(value: Any) -> Any:
    """Return a column's value as JSON has it: bytes, which have to be UTF-8, times and the like as text."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode()
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


_UNPACK = {
    _GZIP: _gunzip,
    _ZSTD: _unzstd,
    _BZIP2: _unbzip2,
    _XZ: _unxz,
    _PARQUET: _unparquet,
    b"\xff\xfe": _refuse_utf16,
    b"\xfe\xff": _refuse_utf16,
}
