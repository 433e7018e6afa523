"""Typed arguments from a row: every mistake is one sentence with the nearest known name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from inst_trans_env.errors import DataError

S = TypeVar("S", bound=msgspec.Struct)

SHOWS = (
    r"[^\s\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]"
)
"""Pattern of an argument that shows something: one character that is neither white space nor invisible."""

_PATH = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)


def shortened(value: object, most: int = 40) -> str:
    """Return a value of a row for a message: as it is written there, long ones cut with an ellipsis."""
    # Python refuses to write out integers of thousands of digits.
    shown = (
        f"about 2**{value.bit_length()}" if isinstance(value, int) and abs(value) >= 10**300 else repr(value)
    )
    return shown if len(shown) <= most else f"{shown[:most]}…"


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """Return the sentence for a name that is not known."""
    names = sorted(known)
    near = difflib.get_close_matches(str(name), names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"unknown {what} {name!r}.{hint} Available: {', '.join(names) or 'none'}"


def convert(data: object, target: type[S], field: str, owner: str) -> S:
    """Return typed arguments.

    Args:
        data: what the row holds.
        target: the type of the arguments.
        field: the row's field, for messages.
        owner: whose arguments they are, for messages.

    Raises:
        DataError: an argument is unknown, missing, of another type, or out of range.
    """
    if not isinstance(data, Mapping):
        raise DataError(f"field {field}: expected an object, got {type(data).__name__}")
    known = target.__struct_fields__
    for name in data:
        if name not in known:
            raise DataError(f"field {field}.{name}: {unknown(f'argument of {owner}', name, known)}")
    try:
        return msgspec.convert(_integral(data), target)
    except UnicodeEncodeError:
        raise DataError(
            f"field {field}: a text holds half of a surrogate pair, which is no character (argument of {owner})"
        ) from None
    except msgspec.ValidationError as error:
        match = _PATH.match(str(error))
        what, path = (match["what"], match["path"] or "") if match else (str(error), "")
        if what.endswith(repr(SHOWS)):
            what = "Expected text that shows something, got a blank one"
        raise DataError(f"field {field}{path}: {what} (argument of {owner})") from None


def _integral(value: object) -> Any:
    """Return the data with floats that are whole numbers as integers: columnar formats widen them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(key): _integral(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_integral(item) for item in value]
    return value
