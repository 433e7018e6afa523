"""JSON: the answer is strict JSON of the same shape; numbers, booleans and null are the source's."""

from __future__ import annotations

from typing import Any

from inst_trans_env.constraints.strict.formats.piece import MANY, Problem, shorten
from inst_trans_env.text.json_strict import Path, StrictJsonError, loads_strict, render_path, type_name


def check(source: Any, answer: str) -> Problem | None:
    """Compare an answer's text with the parsed JSON of its source."""
    try:
        value = loads_strict(answer)
    except StrictJsonError as error:
        return Problem(f"the answer is not strict JSON ({error})")
    missing, extra, reasons = compare(source, value)
    if not reasons:
        return None
    more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
    return Problem(reasons[0] + more, tuple(missing[:MANY]), tuple(extra[:MANY]))


def compare(source: Any, answer: Any) -> tuple[list[str], list[str], list[str]]:
    """Return paths that are missing, paths that were added, and what differs in words."""
    missing: list[str] = []
    extra: list[str] = []
    reasons: list[str] = []
    stack: list[tuple[Path, Any, Any]] = [((), source, answer)]
    while stack:
        path, left, right = stack.pop()
        if type_name(left) != type_name(right):
            reasons.append(f"{render_path(path)} is {type_name(right)} instead of {type_name(left)}")
        elif isinstance(left, dict):
            missing += [render_path((*path, key)) for key in left if key not in right]
            extra += [render_path((*path, key)) for key in right if key not in left]
            stack.extend(((*path, key), left[key], right[key]) for key in left if key in right)
        elif isinstance(left, list):
            if len(left) != len(right):
                reasons.append(f"{render_path(path)} has {len(right)} elements instead of {len(left)}")
            stack.extend(((*path, i), a, b) for i, (a, b) in enumerate(zip(left, right, strict=False)))
        elif (reason := _scalar(left, right)) is not None:
            reasons.append(f"{render_path(path)} {reason}")
    if missing or extra:
        reasons.insert(0, f"keys differ: {', '.join((missing + extra)[:3])}")
    return missing, extra, reasons


def _scalar(left: Any, right: Any) -> str | None:
    if isinstance(left, str):
        return "came back empty" if left.strip() and not right.strip() else None
    # 4.0 is no integer to a program that reads 4.
    same = left == right and type(left) is type(right)
    return None if same else f"is {shorten(str(right))} instead of {shorten(str(left))}"
