"""Runs of `vf-eval` (verifiers 0.4): what `traces.jsonl` says of each rollout of `inst-trans`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import read_jsonl

TRACES = "traces.jsonl"
INFO_KEY = "inst_trans"
"""Where the environment leaves the whole score in a trace's `info`."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """One finished rollout.

    Attributes:
        row: the task's row as the trace carries it.
        score: what `Score.to_dict` gave; None where the rollout errored.
        error: type and message of the last error; empty where there was none.
    """

    row: Mapping[str, Any]
    score: Mapping[str, Any] | None
    error: str = ""


def read_traces(path: Path) -> Iterator[Rollout]:
    """Yield the rollouts of a run, from its folder or its `traces.jsonl`, one a trace.

    Raises:
        DataError: names the line that is no episode of this environment.
        UserError: the file cannot be read.
    """
    file = path / TRACES if path.is_dir() else path
    if not file.exists():
        raise UserError(f"{file} does not exist: give the folder of a run of vf-eval, or its {TRACES}")
    for number, episode in read_jsonl(file):
        traces = episode.get("traces")
        if not isinstance(traces, list):
            raise DataError(f"{file}, line {number}: field traces: expected the list of an episode's traces")
        try:
            yield from map(_rollout, traces)
        except (KeyError, TypeError, AttributeError) as error:
            raise DataError(f"{file}, line {number}: not a trace of inst-trans: {error!r}") from error


def _rollout(trace: Mapping[str, Any]) -> Rollout:
    row = trace["task"]["data"]
    if not trace["ok"]:
        last = (trace.get("errors") or [{"type": "error", "message": "none recorded"}])[-1]
        return Rollout(row, None, f"{last['type']}: {last['message']}")
    return Rollout(row, trace["info"][INFO_KEY])


def score_row(rollout: Rollout) -> dict[str, Any]:
    """Return a scored rollout as a row of ``scores.jsonl``, the input of a summary."""
    row, score = rollout.row, rollout.score
    if score is None:
        raise ValueError("an errored rollout has no score")
    names = ("case_id", "source_lang", "target_lang", "scenario", "domain", "constraint_ids")
    return {
        **{name: row[name] for name in names},
        "prediction_status": "present" if score["present"] else "missing",
        "if_score": score["reward"],
        "quality_score": score["quality"],
        "hard_constraint_results": score["gates"],
        "soft_constraint_results": {cid: {"score": value} for cid, value in score["graded"].items()},
    }
