"""A LIFT task as its dataset card describes it, checked field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.lift.arguments import SHOWS, convert, shortened, unknown
from inst_trans_env.lift.judged import JUDGED, JudgedArgs
from inst_trans_env.lift.metrics import METRICS, Arguments
from inst_trans_env.lift.selectors import PARSERS, Indexing, NestedHtmlArgs

EVALUATION_FIELDS = (
    "evaluation_id",
    "weight_group",
    "weight",
    "metric_name",
    "metric_args",
    "parser_name",
    "parser_args",
)
_TASK_STRINGS = ("example_id", "topic", "document_outline", "dataset_name", "dataset_id", "split")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One constraint: what is checked (metric), where (parser), and what it weighs.

    Attributes:
        metric_args: as the row holds them; `args` are the same, typed.
        parser_args: as the row holds them; `selector` is the same, typed.
    """

    evaluation_id: str
    weight_group: str
    weight: float
    metric_name: str
    metric_args: Mapping[str, Any]
    parser_name: str
    parser_args: Mapping[str, Any]
    args: Arguments | JudgedArgs = field(repr=False, compare=False)
    selector: NestedHtmlArgs = field(repr=False, compare=False)

    @property
    def is_judged(self) -> bool:
        """Whether a judge scores it."""
        return isinstance(self.args, JudgedArgs)

    def to_row(self) -> dict[str, Any]:
        """Return the evaluation as a row holds it."""
        row = {name: getattr(self, name) for name in EVALUATION_FIELDS}
        return {**row, "metric_args": dict(self.metric_args), "parser_args": dict(self.parser_args)}


@dataclass(frozen=True, slots=True)
class LiftTask:
    """One row: what the model is told and the rubric that its document is scored against.

    `prompt` holds messages with ``role`` and ``content``. `indexing` says how the selectors of the file count.
    """

    prompt: tuple[Mapping[str, str], ...]
    evaluations: tuple[Evaluation, ...]
    example_id: str = ""
    topic: str = ""
    document_outline: str = ""
    dataset_name: str = ""
    dataset_id: str = ""
    split: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    indexing: Indexing = field(default_factory=Indexing)

    def to_row(self) -> dict[str, Any]:
        """Return the task as a row of the dataset."""
        return {
            "prompt": [dict(message) for message in self.prompt],
            "info": {"evaluations": [evaluation.to_row() for evaluation in self.evaluations]},
            **{name: getattr(self, name) for name in _TASK_STRINGS},
            "metadata": dict(self.metadata),
        }


def task_from_row(row: Mapping[str, Any]) -> LiftTask:
    """Return the task that a row describes.

    Fields that hold JSON as a string are decoded. A repeated ``evaluation_id`` is two constraints.

    Raises:
        DataError: names evaluation and field, what was expected and the nearest known names.
    """
    info = _decoded(row.get("info"), "info")
    if not isinstance(info, Mapping) or "evaluations" not in info:
        raise DataError('field info: expected an object {"evaluations": [...]}')
    evaluations = _decoded(info["evaluations"], "info.evaluations")
    if not isinstance(evaluations, Sequence) or isinstance(evaluations, str) or not evaluations:
        raise DataError("field info.evaluations: expected a list of at least one evaluation")
    strings: dict[str, Any] = {name: _string(row.get(name) or "", name) for name in _TASK_STRINGS}
    return LiftTask(
        prompt=_messages(row.get("prompt")),
        evaluations=tuple(_located(number, entry) for number, entry in enumerate(evaluations, 1)),
        metadata=_metadata(row),
        **strings,
    )


def evaluation_from_row(row: Mapping[str, Any]) -> Evaluation:
    """Return the constraint that an entry of ``info.evaluations`` describes, or raise `DataError`."""
    for name in row:
        if name not in EVALUATION_FIELDS:
            raise DataError(f"field {name}: {unknown('field of an evaluation', name, EVALUATION_FIELDS)}")
    for name in EVALUATION_FIELDS:
        if row.get(name) is None and name != "parser_args":
            raise DataError(f"field {name}: missing")
    metric, parser = (_string(row[name], name) for name in ("metric_name", "parser_name"))
    metrics: dict[str, type[Any]] = {name: found.Args for name, found in METRICS.items()} | JUDGED
    if metric not in metrics:
        raise DataError(f"field metric_name: {unknown('metric', metric, metrics)}")
    if parser not in PARSERS:
        raise DataError(f"field parser_name: {unknown('parser', parser, PARSERS)}")
    metric_args = _decoded(row["metric_args"], "metric_args")
    parser_args = _parser_args(row.get("parser_args"))
    return Evaluation(
        evaluation_id=_string(row["evaluation_id"], "evaluation_id"),
        weight_group=_string(row["weight_group"], "weight_group"),
        weight=_weight(row["weight"]),
        metric_name=metric,
        metric_args=metric_args,
        parser_name=parser,
        parser_args=parser_args,
        args=convert(metric_args, metrics[metric], "metric_args", metric),
        selector=convert(parser_args, PARSERS[parser], "parser_args", parser),
    )


def _located(number: int, entry: object) -> Evaluation:
    if not isinstance(entry, Mapping):
        raise DataError(f"evaluation {number}: expected an object, got {type(entry).__name__}")
    try:
        found = evaluation_from_row(entry)
        if not found.weight_group.strip():
            raise DataError("field weight_group: expected the name of a group, got a blank one")
        return found
    except DataError as error:
        raise DataError(f"evaluation {number} ({entry.get('evaluation_id')!r}): {error}") from None


def _parser_args(value: Any) -> Mapping[str, Any]:
    args = _decoded(value, "parser_args")
    if not isinstance(args, Mapping):
        return {} if args is None else args
    if isinstance(args.get("selector_lst"), str):
        return {**args, "selector_lst": _decoded(args["selector_lst"], "parser_args.selector_lst")}
    return args


def _decoded(value: Any, name: str) -> Any:
    """Return the value of a field that may be stored as a string of JSON."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise DataError(f"field {name}: expected JSON, got a string that is none ({error})") from None


def _messages(field_value: object) -> tuple[Mapping[str, str], ...]:
    wanted = "field prompt: expected a list of messages with role and content"
    if isinstance(field_value, str) and not field_value.lstrip().startswith("["):
        raise DataError(f"{wanted}, got the string {shortened(field_value)}")
    value = _decoded(field_value, "prompt")
    if not isinstance(value, Sequence) or not value:
        raise DataError(f"{wanted}, got {'an empty one' if value == [] else type(value).__name__}")
    for message in value:
        if not isinstance(message, Mapping) or not all(
            isinstance(message.get(key), str) for key in ("role", "content")
        ):
            raise DataError("field prompt: every message needs the strings role and content")
    if value[-1]["role"] != "user":
        raise DataError(
            f"field prompt: expected the last message to be the user's, got role {shortened(value[-1]['role'])}"
        )
    if not re.search(SHOWS, value[-1]["content"]):
        raise DataError("field prompt: the user's message is blank, so nothing is asked of the model")
    return tuple(value)


def _metadata(row: Mapping[str, Any]) -> Mapping[str, Any]:
    metadata = _decoded(row.get("metadata"), "metadata") if row.get("metadata") else {}
    if not isinstance(metadata, Mapping):
        raise DataError(f"field metadata: expected an object, got {type(metadata).__name__}")
    return metadata


def _string(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise DataError(f"field {name}: expected a string, got {type(value).__name__}")
    return value


def _weight(value: object) -> float:
    if isinstance(value, str):
        raise DataError(f"field weight: expected a number, got the string {shortened(value)}")
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        # A whole number of hundreds of digits compares, but is no float.
        or not 0 <= value < 1e9
    ):
        raise DataError(f"field weight: expected a number of at least 0, got {shortened(value)}")
    return float(value)
