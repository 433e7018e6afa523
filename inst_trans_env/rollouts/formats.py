"""The shapes that rollouts come in, told apart by what a row holds, and how each is read."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.rollouts.rollout import Rollout, completion_text
from inst_trans_env.rollouts.traces import INFO_KEYS, episode_rollouts

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Format:
    """A shape of rows.

    Attributes:
        name: what `--format` calls it.
        fields: the fields by which it is recognised, for people.
        fits: whether a row looks like it.
        read: yields the rollouts of a row, or raises `DataError` without a place.
    """

    name: str
    fields: str
    fits: Callable[[Row], bool]
    read: Callable[[Row], Iterator[Rollout]]


def _text(row: Row, name: str) -> str:
    if name not in row:
        raise DataError(f"field {name}: missing")
    value = row[name]
    if not isinstance(value, str):
        raise DataError(f"field {name}: expected a string, got {type(value).__name__}")
    return value


def _completion(row: Row, name: str) -> str:
    if name not in row:
        raise DataError(f"field {name}: missing")
    try:
        return completion_text(row[name])
    except DataError as error:
        raise DataError(f"field {name}: {error}") from error


def _prompt(value: Any) -> str:
    """Return the text of a logged prompt: of messages, all of them one after the other."""
    if isinstance(value, list):
        return "\n".join(completion_text([message]) for message in value)
    return value if isinstance(value, str) else ""


def _object(row: Row, name: str) -> Row | None:
    """Return a field that holds an object, plain or as JSON in a string; None where it is unset."""
    value = row.get(name)
    if isinstance(value, str) and value:
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise DataError(f"field {name}: not JSON ({error})") from error
    if value is None or value == "":
        return None
    if not isinstance(value, Mapping):
        raise DataError(f"field {name}: expected an object, got {type(value).__name__}")
    return value


def _predictions(row: Row) -> Iterator[Rollout]:
    answer = "" if row.get("prediction", "") is None else _text(row, "prediction")
    yield Rollout(answer, case_id=_text(row, "case_id" if "case_id" in row else "example_id"))


def _rollouts(row: Row) -> Iterator[Rollout]:
    yield Rollout(
        _completion(row, "completion"),
        _object(row, "task"),
        case_id=_text(row, "case_id"),
        score=_object(row, "score"),
        signature=_text(row, "signature"),
    )


def _results(row: Row) -> Iterator[Rollout]:
    error, info = row.get("error"), _object(row, "info") or {}
    score = next((found for key in INFO_KEYS if (found := _object(row, key)) is not None), None)
    failed = ""
    if error:
        # An object names its type and the chain of what led there; older lines have plain text.
        named = isinstance(error, Mapping)
        failed = f"{error.get('error')}: {error.get('error_chain_repr')}" if named else f"error: {error}"
    # A rollout that broke off keeps what there was of its messages, maybe none.
    completion = _completion(row, "completion") if row.get("completion") else None if failed else ""
    yield Rollout(
        completion,
        info if {"source_text", "document_outline"} & info.keys() else None,
        case_id=str(info.get("case_id") or info.get("example_id") or ""),
        prompt=_prompt(row.get("prompt")),
        error=failed,
        score=None if failed else score,
        signature=str((score or {}).get("signature", "")),
    )


def _trl(row: Row) -> Iterator[Rollout]:
    case_id = _text(row, "case_id") if row.get("case_id") is not None else ""
    yield Rollout(_completion(row, "completion"), case_id=case_id, prompt=_prompt(row.get("prompt")))


def _verl(row: Row) -> Iterator[Rollout]:
    # The ground truth of our data sets is the case id; dumps without it are told by their prompt.
    case_id = _text(row, "gts") if row.get("gts") is not None else ""
    yield Rollout(_completion(row, "output"), case_id=case_id, prompt=_prompt(row.get("input")))


def _has(*names: str) -> Callable[[Row], bool]:
    return lambda row: all(name in row for name in names)


FORMATS = {
    form.name: form
    for form in (
        Format("traces", "traces", _has("traces"), episode_rollouts),
        Format(
            "predictions",
            "case_id or example_id, prediction",
            lambda row: "prediction" in row and bool({"case_id", "example_id"} & row.keys()),
            _predictions,
        ),
        Format(
            "rollouts",
            "case_id, completion, signature",
            _has("case_id", "completion", "signature"),
            _rollouts,
        ),
        Format("verl", "input, output", _has("input", "output"), _verl),
        Format(
            "results",
            "prompt, completion, example_id or info",
            lambda row: {"prompt", "completion"} <= row.keys() and bool({"example_id", "info"} & row.keys()),
            _results,
        ),
        Format("trl", "prompt, completion", _has("prompt", "completion"), _trl),
    )
}
"""Name -> format, in the order in which a row is held against them."""


def detect(row: Row) -> Format:
    """Return the format of a file by its first row.

    Raises:
        DataError: no format has such rows.
    """
    for form in FORMATS.values():
        if form.fits(row):
            return form
    if "if_score" in row:
        raise DataError("these are scores without answers: give the predictions that were scored")
    known = "; ".join(f"{form.name} ({form.fields})" for form in FORMATS.values())
    found = ", ".join(list(row)[:12]) or "none"
    raise DataError(f"fields {found}: no known format of rollouts. Known: {known}")


def format_named(name: str) -> Format:
    """Return a format by its name, or raise `UserError` that names what there is."""
    if name not in FORMATS:
        near = difflib.get_close_matches(name, FORMATS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UserError(f"unknown format {name!r}.{hint} Available: {', '.join(FORMATS)}")
    return FORMATS[name]
