"""Runs of `vf-eval` (verifiers 0.3.1 and 0.4): what `traces.jsonl` says of each rollout of `inst-trans`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import read_jsonl
from inst_trans_env.rollouts.rollout import Rollout, content_text

TRACES = "traces.jsonl"
INFO_KEYS = ("inst_trans", "drafting_constraint")
"""Where the environments leave the whole score in a trace's `info`."""


def read_traces(path: Path, key: str = INFO_KEYS[0]) -> Iterator[Rollout]:
    """Yield the rollouts of a run, from its folder or its `traces.jsonl`, one a trace.

    Args:
        path: folder or file.
        key: of `INFO_KEYS`, says which environment the run is of.

    Raises:
        DataError: names the line that is no episode of that environment, or that lacks the score.
        UserError: the file cannot be read.
    """
    file = path / TRACES if path.is_dir() else path
    if not file.exists():
        raise UserError(f"{file} does not exist: give the folder of a run of vf-eval, or its {TRACES}")
    for number, episode in read_jsonl(file):
        try:
            rollouts = list(episode_rollouts(episode, (key,)))
        except DataError as error:
            raise DataError(f"{file}, line {number}: {error}") from error
        for rollout in rollouts:
            if rollout.score is None and not rollout.error:
                raise DataError(
                    f"{file}, line {number}: the trace carries no score of {key.replace('_', '-')}"
                )
            yield rollout


def episode_rollouts(episode: Mapping[str, Any], keys: Sequence[str] = INFO_KEYS) -> Iterator[Rollout]:
    """Yield the rollouts of one episode; one that failed before any trace is an errored rollout.

    Raises:
        DataError: it is no episode of one of our environments.
    """
    traces = episode.get("traces")
    if not isinstance(traces, list):
        raise DataError("field traces: expected the list of an episode's traces")
    try:
        failed = _error(episode["errors"]) if episode.get("errors") else ""
        if not traces:
            yield Rollout(None, episode["task"]["data"], error=failed or "error: an episode without a trace")
        for trace in traces:
            yield _rollout(trace, failed, keys)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise DataError(f"not a trace of vf-eval: {error!r}") from error


def _rollout(trace: Mapping[str, Any], failed: str, keys: Sequence[str]) -> Rollout:
    row = trace["task"]["data"]
    if not trace["ok"]:
        failed = _error(trace.get("errors") or [{"type": "error", "message": "none recorded"}])
    answers = [node["message"] for node in trace.get("nodes", ()) if node["message"]["role"] == "assistant"]
    completion = content_text(answers[-1].get("content")) if answers else None if failed else ""
    info = trace.get("info", {})
    score = None if failed else next((info[key] for key in keys if key in info), None)
    return Rollout(
        completion,
        row,
        case_id=row.get("case_id") or row.get("example_id") or "",
        error=failed,
        score=score,
        signature=(score or {}).get("signature", ""),
    )


def _error(errors: list[Mapping[str, Any]]) -> str:
    return f"{errors[-1]['type']}: {errors[-1]['message']}"


def score_row(rollout: Rollout) -> dict[str, Any]:
    """Return a scored rollout as a row of ``scores.jsonl``, the input of a summary."""
    row, score = rollout.row, rollout.score
    if score is None or row is None:
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
