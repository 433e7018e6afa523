"""How inputs are cut into units of work: ranges of whole lines that any process can read by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.rollouts.formats import detect, format_named
from inst_trans_env.rollouts.lines import parse_line
from inst_trans_env.rollouts.unpack import Source, plain_file

UNIT_BYTES = 4 << 20
"""Bytes of input that are scored together, and done again when a worker dies in the middle."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Unit:
    """A range of lines of one input.

    Attributes:
        number: of the unit, from 0.
        source: number of the input, from 0.
        name: what messages call the input.
        path: the plain file.
        form: name of the format.
        first_line: number of the first line, from 1.
        lines: how many there are.
        offset: of the first line, in bytes.
        size: of the range, in bytes.
    """

    number: int
    source: int
    name: str
    path: Path
    form: str
    first_line: int
    lines: int
    offset: int
    size: int

    def read(self) -> Iterator[tuple[int, bytes]]:
        r"""Yield (line number, line) of every line that is not blank; only ``\n`` ends a line.

        Raises:
            UserError: the file is not what it was when it was cut into units.
        """
        with self.path.open("rb") as stream:
            stream.seek(self.offset)
            raw = stream.read(self.size)
        if len(raw) < self.size:
            raise UserError(f"{self.name} became shorter while it was read: run the same command again")
        if self.offset == 0:
            raw = raw.removeprefix(_BOM)
        for number, line in enumerate(raw.split(b"\n"), self.first_line):
            if line.strip():
                yield number, line


def plan_units(sources: list[Source], folder: Path, form: str | None, size: int) -> list[Unit]:
    """Cut the inputs into units.

    Args:
        sources: the inputs.
        folder: where packed inputs are unpacked.
        form: the format of all inputs; None recognises each by its first row.
        size: bytes a unit at least, whole lines.

    Raises:
        UserError: an input cannot be read, its format is unknown, or there is no row in any.
    """
    if form is not None:
        format_named(form)
    units: list[Unit] = []
    for number, source in enumerate(sources):
        path = plain_file(source, folder)
        first = _first_row(path)
        if first is None:
            continue
        name = form or _recognised(source, *first)
        for first_line, lines, offset, length in _ranges(path, size):
            units.append(Unit(len(units), number, source.name, path, name, first_line, lines, offset, length))
    if not units:
        raise UserError(f"no rollout in {', '.join(source.name for source in sources)}")
    return units


def _first_row(path: Path) -> tuple[int, bytes] | None:
    with path.open("rb") as stream:
        if stream.read(len(_BOM)) != _BOM:
            stream.seek(0)
        return next(((number, line) for number, line in enumerate(stream, 1) if line.strip()), None)


def _recognised(source: Source, number: int, line: bytes) -> str:
    try:
        return detect(parse_line(line)).name
    except DataError as error:
        raise DataError(f"{source.name}, line {number}: {error}") from error


def _ranges(path: Path, size: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (first line, lines, offset, bytes) of ranges that end where a line does."""
    line, offset = 1, 0
    with path.open("rb") as stream:
        while raw := stream.read(size):
            raw += stream.readline()
            lines = raw.count(b"\n") + (not raw.endswith(b"\n"))
            yield line, lines, offset, len(raw)
            line, offset = line + lines, offset + len(raw)
