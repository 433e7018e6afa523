"""Strict JSON: what a careful consumer accepts, with guards against hostile input, and a walk by path.

`json.loads` silently keeps the last of two equal keys, accepts NaN, and recurses. Here each of these is
an error with a reason, and so are text around the document, deep nesting and numbers of absurd size.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

Path = tuple[str | int, ...]
"""Keys and indices from the root to a value."""

MAX_DEPTH = 128
MAX_DIGITS = 1000

# An unclosed string runs to the end of the text, so that no position is scanned twice.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


class StrictJsonError(ValueError):
    """The text is not strict JSON; the message says why in a clause without a full stop."""


def loads_strict(text: str) -> Any:
    """Parse a strict JSON document (RFC 8259, unique keys); raise `StrictJsonError` with the reason.

    White space (space, tab, line feed, carriage return) around the document is free, nothing else is.
    """
    _check_depth(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_int=_bounded_int,
            parse_float=_finite_float,
        )
    except StrictJsonError:
        raise
    except json.JSONDecodeError as error:
        raise StrictJsonError(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise StrictJsonError("nested too deeply") from None


def looks_like_json(text: str) -> bool:
    """Return whether the first visible character opens an object or an array."""
    return text.lstrip(" \t\r\n")[:1] in ("{", "[")


def loads_container(text: str) -> dict[str, Any] | list[Any] | None:
    """Return the object or array that the text is as strict JSON, or None when it is neither."""
    if not looks_like_json(text):
        return None
    try:
        value = loads_strict(text)
    except StrictJsonError:
        return None
    return value if isinstance(value, dict | list) else None


def walk(value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield every value with its path, parents before children, in document order, without recursion."""
    stack: list[tuple[Path, Any]] = [((), value)]
    while stack:
        path, node = stack.pop()
        yield path, node
        if isinstance(node, dict):
            stack.extend(((*path, key), child) for key, child in reversed(node.items()))
        elif isinstance(node, list):
            stack.extend(((*path, i), node[i]) for i in range(len(node) - 1, -1, -1))


def strings(value: Any) -> Iterator[tuple[Path, str]]:
    """Yield every string value (not key) with its path, in document order."""
    return ((path, node) for path, node in walk(value) if isinstance(node, str))


def render_path(path: Sequence[str | int]) -> str:
    """Write a path as ``$.menu.items[0]``; the root is ``$``."""
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def type_name(value: Any) -> str:
    """Return the JSON name of a value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def _check_depth(text: str) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        token = match[0]
        if token in ("[", "{"):
            depth += 1
            if depth > MAX_DEPTH:
                raise StrictJsonError(f"nested more than {MAX_DEPTH} levels deep")
        elif token in ("]", "}"):
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise StrictJsonError(f"duplicate key {key!r}")
            seen.add(key)
    return result


def _no_constant(name: str) -> Any:
    raise StrictJsonError(f"{name} is not JSON")


def _bounded_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise StrictJsonError(f"a number of {len(digits)} digits")
    return int(digits)


def _finite_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise StrictJsonError("a number out of range")
    return value
