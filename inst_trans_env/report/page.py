"""One HTML page of a finished run: figures, bars, and the answers that failed with the places marked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, Template

from inst_trans_env.tasks.schema import Task

BINS = 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an answer, marked or not."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that failed, with why and where."""

    task: Task
    reasons: Sequence[tuple[str, str]]
    pieces: Sequence[Piece]


def render(
    summary: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], failures: Sequence[Failure], failed: int
) -> str:
    """Return the page.

    Args:
        summary: content of ``summary.json``.
        rows: rows of ``scores.jsonl``.
        failures: the failed answers to show.
        failed: how many failed in all.
    """
    return _template().render(
        summary=summary,
        histogram=histogram([row["if_score"] for row in rows]),
        failures=failures,
        failed=failed,
    )


def histogram(values: Iterable[float]) -> list[tuple[str, int, float]]:
    """Return label, count and share of the largest for each tenth of [0, 1]; 1 falls into the last."""
    counts = [0] * BINS
    for value in values:
        counts[min(int(value * BINS), BINS - 1)] += 1
    largest = max(counts) or 1
    return [(f"{at / BINS:.1f}", count, count / largest) for at, count in enumerate(counts)]


def failure(task: Task, row: Mapping[str, Any], answer: str) -> Failure:
    """Return what a page shows of a failed answer."""
    results = row["hard_constraint_results"]
    failed = {name: result for name, result in results.items() if not result["passed"]}
    reasons = [(name, str(result.get("reason", ""))) for name, result in failed.items()]
    if row["prediction_status"] == "missing":
        reasons = [("prediction", "there is no answer")]
    spans = [tuple(span) for result in failed.values() for span in result.get("spans", ())]
    return Failure(task, reasons, pieces(answer, spans))


def pieces(text: str, spans: Iterable[tuple[int, ...]]) -> list[Piece]:
    """Return a text cut at the spans, overlapping ones joined."""
    result, at = [], 0
    for begin, end in sorted(spans):
        start = max(begin, at)
        if end <= start:
            continue
        if start > at:
            result.append(Piece(text[at:start], False))
        result.append(Piece(text[start:end], True))
        at = end
    if at < len(text):
        result.append(Piece(text[at:], False))
    return result


@cache
def _template() -> Template:
    environment = Environment(loader=PackageLoader("inst_trans_env.report"), autoescape=True)
    environment.filters["figure"] = lambda value: "–" if value is None else f"{value:.4f}"
    environment.filters["plain"] = lambda value: json.dumps(value, ensure_ascii=False)
    return environment.get_template("run.html")
