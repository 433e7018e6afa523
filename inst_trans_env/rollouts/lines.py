"""One JSON line in, one object out: quickly where it is plain, leniently where Python's own reader is."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from inst_trans_env.errors import DataError

_decode = msgspec.json.Decoder().decode


def parse_line(line: bytes | str) -> dict[str, Any]:
    """Return the object on a line.

    Raises:
        DataError: the line is not UTF-8, not JSON or not an object.
    """
    try:
        row = _decode(line)
    except (ValueError, RecursionError):
        row = _slowly(line)
    if not isinstance(row, dict):
        raise DataError(f"expected a JSON object, got {type(row).__name__}")
    return row


def _slowly(line: bytes | str) -> Any:
    """Read what the quick reader refuses and logs do hold: lone surrogates and NaN."""
    try:
        return json.loads(line)
    except UnicodeDecodeError as error:
        raise DataError(f"not valid UTF-8 (byte {error.start} of the line)") from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON ({error})") from error
