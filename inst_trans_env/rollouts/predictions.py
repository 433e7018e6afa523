"""Predictions: one answer a case, as JSON lines with ``case_id`` and ``prediction``."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path

from inst_trans_env.errors import DataError
from inst_trans_env.files import decode, parse_jsonl, read_bytes


class Predictions(dict[str, str]):
    """Answers by case, with the file that they came from and the hexadecimal digest of its bytes."""

    def __init__(self, path: Path, sha256: str) -> None:
        super().__init__()
        self.path = path
        self.sha256 = sha256


def read_predictions(path: Path, known: Collection[str], key: str = "case_id") -> Predictions:
    """Return the answer of each case that has one; null counts as none.

    Args:
        path: a JSONL file.
        known: the case ids that there are.
        key: the field that names the case.

    Raises:
        DataError: there is no line, an id is unknown or occurs twice, or a field is missing or no text; says where.
    """
    # Read once: the path may be a pipe.
    raw = read_bytes(path)
    predictions = Predictions(path, hashlib.sha256(raw).hexdigest())
    lines: dict[str, int] = {}
    for number, row in parse_jsonl(decode(raw, path), path):
        place = f"{path}, line {number}"
        case_id = row.get(key)
        if not isinstance(case_id, str):
            raise DataError(f"{place}, field {key}: expected a string, got {case_id!r}")
        if case_id not in known:
            raise DataError(f"{place}: {key} {case_id!r} is not among the {len(known)} tasks of the data")
        if case_id in lines:
            raise DataError(f"{place}: {key} {case_id!r} already has a prediction at line {lines[case_id]}")
        if "prediction" not in row:
            raise DataError(f"{place} (case {case_id!r}), field prediction: missing")
        prediction = row["prediction"]
        if prediction is not None and not isinstance(prediction, str):
            kind = type(prediction).__name__
            raise DataError(f"{place} (case {case_id!r}), field prediction: expected a string, got {kind}")
        lines[case_id] = number
        if prediction is not None:
            predictions[case_id] = prediction
    if not lines:
        # An export that failed would look like a model that scores 0.
        raise DataError(
            f"{path} holds no prediction: expected one JSON object a line with {key} and prediction"
        )
    return predictions
