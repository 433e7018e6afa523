"""Rows and scopes for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inst_trans_env.lift.arguments import convert
from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.metrics import METRICS, Result
from inst_trans_env.lift.schema import LiftTask, task_from_row
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.selectors import NestedHtmlArgs, Resolver

Selector = Sequence[tuple[str, int]]


def scope_of(
    text: str, selector: Selector = (), kind: str = "markdown", *, shallow: bool = False
) -> Scope | str:
    document = parse_document(text, kind)  # type: ignore[arg-type]
    args = NestedHtmlArgs(selector_lst=tuple(map(tuple, selector)), is_shallow=shallow, document_type=kind)  # type: ignore[arg-type]
    return Resolver(document).scope(args)


def measure(metric: str, args: Mapping[str, Any], text: str, selector: Selector = ()) -> Result:
    scope = scope_of(text, selector)
    assert isinstance(scope, Scope), scope
    found = METRICS[metric]
    return found.score(scope, convert(args, found.Args, "metric_args", metric))  # type: ignore[type-var]


def evaluation(
    metric: str, args: Mapping[str, Any], selector: Selector = (), **fields: Any
) -> dict[str, Any]:
    shallow = {"is_shallow": True} if fields.pop("shallow", False) else {}
    kind = fields.pop("kind", "markdown")
    return {
        "evaluation_id": "e",
        "weight_group": "content",
        "weight": 1.0,
        "metric_name": metric,
        "metric_args": dict(args),
        "parser_name": "nested_html",
        "parser_args": {"selector_lst": [list(step) for step in selector], "document_type": kind, **shallow},
        **fields,
    }


def row(*evaluations: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "prompt": [{"role": "user", "content": "Write."}],
        "info": {"evaluations": list(evaluations)},
        "example_id": "x1",
        **fields,
    }


def task(*evaluations: dict[str, Any], **fields: Any) -> LiftTask:
    return task_from_row(row(*evaluations, **fields))
