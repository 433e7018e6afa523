"""Counts over tasks, and means over scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from inst_trans_env.lift.schema import Evaluation, LiftTask


def lift_counts(tasks: Sequence[LiftTask]) -> dict[str, Any]:
    """Return how many tasks and constraints there are, and of what kind."""
    entries = [entry for task in tasks for entry in task.evaluations]
    per_task = [len(task.evaluations) for task in tasks]
    return {
        "tasks": len(tasks),
        "constraints": len(entries),
        "judged": sum(entry.is_judged for entry in entries),
        "constraints_per_task": {"least": min(per_task), "mean": fmean(per_task), "most": max(per_task)},
        "weights_not_summing_to_1": sum(not _sums_to_one(task) for task in tasks),
        "metric": _ranked(entry.metric_name for entry in entries),
        "weight_group": _ranked(entry.weight_group for entry in entries),
        "place": _ranked(map(_place, entries)),
        "dataset": _ranked(task.dataset_name or "–" for task in tasks),
    }


def lift_summary(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the means over rows of scores (`LiftScore.to_dict`), by metric and weight group too.

    A mean over scores of which some are missing is None.
    """
    scored = list(rows)
    results = [result for row in scored for result in row["results"]]
    return {
        "documents": len(scored),
        **{
            name: _mean(row[name] for row in scored)
            for name in ("reward", "raw", "normalised", "verifiable_score")
        },
        "basis": dict(Counter(row["basis"] for row in scored)),
        "unjudged": sum(row["unjudged"] for row in scored),
        "by_metric": _by("metric_name", results),
        "by_weight_group": _by("weight_group", results),
    }


def _sums_to_one(task: LiftTask) -> bool:
    return abs(sum(entry.weight for entry in task.evaluations) - 1) < 1e-6


def _place(entry: Evaluation) -> str:
    tags = [tag.upper() for tag, _ in entry.selector.path]
    return " > ".join(tags) if tags else "document"


def _ranked(values: Iterable[str]) -> dict[str, int]:
    return dict(Counter(values).most_common())


def _by(field: str, results: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    names = dict.fromkeys(sorted(result[field] for result in results))
    groups = {name: [result["score"] for result in results if result[field] == name] for name in names}
    return {name: {"total": len(scores), "mean": _mean(scores)} for name, scores in groups.items()}


def _mean(values: Iterable[float | None]) -> float | None:
    known = list(values)
    present = [value for value in known if value is not None]
    return fmean(present) if present and len(present) == len(known) else None
