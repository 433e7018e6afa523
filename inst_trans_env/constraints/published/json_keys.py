"""The JSON sub-check as published: equal sets of key paths."""

from __future__ import annotations

import json
from typing import Any

from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.tasks.schema import Task

MAX_DEPTH = 990
"""Deeper documents are beyond the published scorer's parser, which crashes on them."""


def check(task: Task, prediction: str) -> Verdict | None:
    """Compare key paths, or return None when the source is not a JSON object or array."""
    source = task.source_text.strip()
    if not source.startswith(("{", "[")):
        return None
    try:
        expected = key_paths(parse(source))
    except UnreadableJSONError as error:
        return fail(f"the source cannot be read as JSON: {error}")
    except ValueError:
        return None
    try:
        got = key_paths(parse(prediction.strip()))
    except ValueError as error:
        return fail(f"the answer is not JSON: {error}")
    if expected == got:
        return PASS
    missing, extra = tuple(sorted(expected - got)), tuple(sorted(got - expected))
    return fail("the keys differ", missing=missing, extra=extra)


class UnreadableJSONError(ValueError):
    """JSON that is nested too deep or holds a number too long to be read."""


def parse(text: str) -> Any:
    """Parse JSON as the published scorer does: duplicate keys and NaN are taken.

    Raises:
        UnreadableJSONError: nesting or a number is beyond what the parser takes.
        ValueError: not JSON.
    """
    if _depth(text) > MAX_DEPTH:
        raise UnreadableJSONError(f"nested deeper than {MAX_DEPTH} levels")
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise UnreadableJSONError("a number is too long") from error


def _depth(text: str) -> int:
    """Return a bound of the nesting: brackets inside strings count too when there are very many."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    in_string = escaped = False
    for char in text:
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def key_paths(document: Any) -> set[str]:
    """Return the paths of all dictionary keys: keys joined with ``.``, list elements as ``[i]``."""
    paths: set[str] = set()
    stack: list[tuple[str, Any]] = [("", document)]
    while stack:
        prefix, value = stack.pop()
        if isinstance(value, dict):
            for key, item in value.items():
                path = f"{prefix}.{key}" if prefix else key
                paths.add(path)
                stack.append((path, item))
        elif isinstance(value, list):
            stack += [(f"{prefix}[{index}]", item) for index, item in enumerate(value)]
    return paths
