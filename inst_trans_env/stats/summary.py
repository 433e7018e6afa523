"""Aggregates of a run, as the benchmark's evaluator reports them.

Source: the benchmark's dataset card and the published evaluator's behaviour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from inst_trans_env.tasks.schema import HARD_IDS, SOFT_IDS, Task

Row = Mapping[str, Any]
"""One row of ``scores.jsonl``; see `score_row`."""

_LEVELS = {0.0: "0", 0.5: "0.5", 1.0: "1"}


def summarise(rows: Sequence[Row], config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of ``summary.json``.

    Args:
        rows: all rows of the run, missing predictions included: every mean of IF_Score is over all of them.
        config: how the run was made; copied under ``config``.
    """
    present = sum(row["prediction_status"] == "present" for row in rows)
    qualities = [row["quality_score"] for row in rows if row["quality_score"] is not None]
    return {
        "total": len(rows),
        "prediction_coverage": present,
        "prediction_coverage_rate": present / len(rows) if rows else 0.0,
        "if_score": _mean(row["if_score"] for row in rows),
        "translation_quality": _mean(qualities),
        "quality_scored": len(qualities),
        "quality_distribution": _distribution(qualities),
        "by_constraint": _by_constraint(rows),
        "breakdowns": {
            "scenario": _breakdown(rows, lambda row: str(row["scenario"])),
            "domain": _breakdown(rows, lambda row: str(row["domain"])),
            "language_pair": _breakdown(rows, lambda row: f"{row['source_lang']}-{row['target_lang']}"),
        },
        "config": dict(config),
    }


def _by_constraint(rows: Sequence[Row]) -> dict[str, Any]:
    names = {name: None for row in rows for name in row["hard_constraint_results"]}
    # The five of the benchmark come first, then the gates that a rule set adds to every row.
    hard = [*HARD_IDS, *(name for name in names if name not in HARD_IDS)]
    table: dict[str, Any] = {}
    for name in hard:
        declared = [row for row in rows if name in row["constraint_ids"] or name not in HARD_IDS]
        if declared:
            table[name] = _gate(name, declared)
    for name in SOFT_IDS:
        declared = [row for row in rows if name in row["constraint_ids"]]
        if declared:
            table[name] = _graded(name, declared)
    return table


def _gate(name: str, declared: Sequence[Row]) -> dict[str, Any]:
    """Count a gate; a row without a prediction counts in the total and passes nothing."""
    results = [row["hard_constraint_results"] for row in declared]
    verdicts = [result[name]["passed"] for result in results if name in result]
    passed = sum(verdicts)
    return {
        "kind": "hard",
        "total": len(declared),
        "pass": passed,
        "fail": len(verdicts) - passed,
        "scored": len(verdicts),
        "pass_rate": passed / len(declared),
    }


def _graded(name: str, declared: Sequence[Row]) -> dict[str, Any]:
    results = [row["soft_constraint_results"].get(name) for row in declared]
    scores = [result["score"] for result in results if result and result["score"] is not None]
    return {
        "kind": "soft",
        "total": len(declared),
        "scored": len(scores),
        "mean_score": _mean(scores),
        "score_distribution": _distribution(scores),
    }


def _breakdown(rows: Sequence[Row], key: Callable[[Row], str]) -> dict[str, Any]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return {
        name: {
            "total": len(group),
            "if_score": _mean(row["if_score"] for row in group),
            "translation_quality": _mean(
                row["quality_score"] for row in group if row["quality_score"] is not None
            ),
        }
        for name, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    }


def _mean(values: Iterable[float]) -> float | None:
    items = list(values)
    return sum(items) / len(items) if items else None


def _distribution(values: Iterable[float]) -> dict[str, int]:
    counts = Counter(_LEVELS.get(value, str(value)) for value in values)
    return {level: counts[level] for level in _LEVELS.values()}


def task_counts(tasks: Sequence[Task]) -> dict[str, dict[str, int]]:
    """Return how many tasks there are by constraint, constraints a task, domain, scenario and languages."""
    return {
        "constraint": _counts(cid for task in tasks for cid in task.constraint_ids),
        "constraints per task": _counts(str(len(task.constraint_ids)) for task in tasks),
        "domain": _counts(task.domain for task in tasks),
        "scenario": _counts(task.scenario for task in tasks),
        "language pair": _counts(f"{task.source_lang}-{task.target_lang}" for task in tasks),
        "target language": _counts(task.target_lang for task in tasks),
    }


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))
