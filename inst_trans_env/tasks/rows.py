"""From a released row to a `Task`: every field is checked, and what is wrong is said in one sentence."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.languages import LANGUAGE_NAMES
from inst_trans_env.tasks.prompt import parse_prompt
from inst_trans_env.tasks.schema import CONSTRAINT_IDS, DOMAINS, SCENARIOS, Task

SCORING_FIELDS = ("source_lang", "target_lang", "source_text", "constraints", "constraint_ids")
RELEASED_FIELDS = ("case_id", "prompt", "reference", *SCORING_FIELDS, "scenario", "domain")
OPTIONAL_FIELDS = ("duration_s", "batch_size", "style")
_STRINGS = ("case_id", "prompt", "reference", *SCORING_FIELDS[:3], "scenario", "domain")


def task_from_row(row: Mapping[str, Any]) -> Task:
    """Return the task that a row describes.

    The five fields that scoring reads must be there. A row with a prompt is held to it: `source_text`
    and `constraints` must be what extraction from the prompt gives.

    Raises:
        DataError: names the field, what was expected and what was found.
    """
    present = {key: value for key, value in row.items() if value is not None}
    for name in SCORING_FIELDS:
        if name not in present:
            raise DataError(f"field {name}: missing")
    strings = {name: _string(name, present[name]) for name in _STRINGS if name in present}
    for name in ("source_lang", "target_lang"):
        _known(name, strings[name], LANGUAGE_NAMES)
    task = Task(
        **strings,
        constraints=_strings("constraints", present["constraints"]),
        constraint_ids=_strings("constraint_ids", present["constraint_ids"]),
        duration_s=_durations(present.get("duration_s")),
        batch_size=_batch_size(present.get("batch_size")),
        style=_style(present.get("style")),
    )
    _check_constraints(task)
    if task.prompt:
        _check_prompt(task)
    return task


def require_fields(row: Mapping[str, Any]) -> None:
    """Raise `DataError` for the first field of the release that a row lacks."""
    for name in RELEASED_FIELDS:
        if row.get(name) is None:
            raise DataError(f"field {name}: missing")
    for name in ("case_id", "prompt"):
        if row[name] == "":
            raise DataError(f"field {name}: expected text, got an empty string")


def unknown_fields(row: Mapping[str, Any]) -> list[str]:
    """Return the names of fields that the schema does not have, sorted."""
    return sorted(set(row) - set(RELEASED_FIELDS) - set(OPTIONAL_FIELDS))


def odd_values(task: Task) -> list[str]:
    """Return what is to be said of a scenario and a domain that the benchmark does not have."""
    return [
        f"field {name}: {value!r} is none of the benchmark's ({', '.join(known)})"
        for name, value, known in (
            ("scenario", task.scenario, SCENARIOS),
            ("domain", task.domain, DOMAINS),
        )
        if value not in known
    ]


def _string(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise DataError(f"field {name}: expected a string, got {_kind(value)}")
    return value


def _strings(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise DataError(f"field {name}: expected a list of strings, got {_kind(value)}")
    return tuple(value)


def _durations(value: Any) -> tuple[float, ...] | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or not all(_is_seconds(item) for item in value):
        raise DataError("field duration_s: expected a list of seconds (numbers ≥ 0), one a line")
    return tuple(float(item) for item in value)


def _is_seconds(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return 0 <= value < 1e9 and math.isfinite(value)


def _batch_size(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise DataError(f"field batch_size: expected a whole number ≥ 1, got {value!r}")
    return value


def _style(value: Any) -> Mapping[str, Any] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise DataError(f'field style: expected an object like {{"formality": "casual"}}, got {_kind(value)}')
    return {key: item for key, item in value.items() if item is not None} or None


def _known(name: str, value: str, known: Iterable[str]) -> None:
    names = list(known)
    if value in names:
        return
    near = difflib.get_close_matches(value, names, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise DataError(f"field {name}: unknown value {value!r}.{hint} Known: {', '.join(names)}")


def _check_constraints(task: Task) -> None:
    if not task.constraint_ids:
        raise DataError("field constraint_ids: expected at least one constraint")
    for cid in task.constraint_ids:
        _known("constraint_ids", cid, CONSTRAINT_IDS)


def _check_prompt(task: Task) -> None:
    if repeated := [cid for cid in task.constraint_ids if task.constraint_ids.count(cid) > 1]:
        raise DataError(f"field constraint_ids: {repeated[0]!r} occurs more than once; put it into one line")
    if len(task.constraints) != len(task.constraint_ids):
        raise DataError(
            f"field constraint_ids: expected one id for each of the {len(task.constraints)} constraints, "
            f"got {len(task.constraint_ids)}"
        )
    try:
        parts = parse_prompt(task.prompt)
    except DataError as error:
        raise DataError(f"field prompt: {error}") from error
    # White space around the source block is the template's, not the text's.
    if task.source_text.strip() != parts.source_text.strip():
        raise DataError(f"field source_text: {_difference(task.source_text, parts.source_text)}")
    for number, (got, expected) in enumerate(zip(task.constraints, parts.constraints, strict=False), 1):
        if got != expected:
            raise DataError(f"field constraints, line {number}: {_difference(got, expected)}")
    if len(task.constraints) != len(parts.constraints):
        raise DataError(
            f"field constraints: {len(task.constraints)} lines where the prompt has {len(parts.constraints)}"
        )


def _difference(got: str, expected: str) -> str:
    at = next(
        (index for index, (a, b) in enumerate(zip(got, expected, strict=False)) if a != b),
        min(len(got), len(expected)),
    )
    start = max(0, at - 10)
    return (
        f"differs from the prompt at character {at}: "
        f"{got[start : at + 20]!r} where the prompt has {expected[start : at + 20]!r}"
    )


def _kind(value: Any) -> str:
    return f"{type(value).__name__} {value!r}"[:80]
