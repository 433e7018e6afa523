"""The two kinds of rollouts that `rescore` takes: what is scored, who judges, and what is told in the end."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.evaluate import print_summary
from inst_trans_env.cli.idle import given
from inst_trans_env.cli.judge_options import JudgeOptions, judge_config
from inst_trans_env.cli.lift_evaluate import print_lift_summary
from inst_trans_env.cli.rollout_options import draft_fields, draft_seat, judge_seat, judged_fields
from inst_trans_env.lift import LiftTaskSet, load_lift_tasks
from inst_trans_env.lift.summary import lift_summary
from inst_trans_env.rollouts.pipeline import Run
from inst_trans_env.rollouts.rollout import Rollout
from inst_trans_env.rollouts.score_unit import JudgeSeat, Scoring
from inst_trans_env.rollouts.traces import score_row
from inst_trans_env.run import whole_rows
from inst_trans_env.scoring.rewards import LIFT
from inst_trans_env.stats.signature import signature
from inst_trans_env.stats.summary import summarise
from inst_trans_env.tasks import TaskSet, load_tasks


class Translations:
    """Rollouts of translations: their tasks, how they are scored, and what is told of them."""

    def __init__(self, rules: str, judging: JudgeOptions | None) -> None:
        self._judging = judging
        self.scoring = Scoring(
            Path(), "", rules, quality=judging is not None, rescue=True, **judged_fields(judging)
        )

    def load(self, data: str | None) -> TaskSet:
        """Return the tasks for rollouts that carry none."""
        return load_tasks(data or "sample")

    def seat(self) -> JudgeSeat | None:
        """Return the judge; one failure of it ends the run."""
        return judge_seat(self._judging, fail_together=True) if self._judging else None

    def summary(self, run: Run, config: dict[str, Any]) -> dict[str, Any]:
        """Return the figures of a finished run."""
        rows, digest = [], hashlib.sha256()
        for row in whole_rows(run.job.output):
            digest.update(row["signature"].encode())
            rows.append(score_row(Rollout(row["completion"], row["task"], score=row["score"])))
        signed = signature(
            rules=run.subject.rules,
            judge=run.scoring.judge,
            prompts=run.scoring.prompts,
            data_sha256=digest.hexdigest(),
            rows=config["instances_scored"],
        )
        return summarise(rows, {**judge_config(self._judging), **config, "signature": signed})

    def show(self, summary: dict[str, Any], output: Path, *, as_json: bool) -> None:
        """Print the summary."""
        print_summary(summary, None, output, as_json=as_json)


class Drafts:
    """Rollouts of drafts, likewise."""

    def __init__(self, ctx: click.Context, judging: JudgeOptions | None) -> None:
        self._judging = judging
        self._model = judging.judge_model if judging and given(ctx, "judge_model") else None
        fields = draft_fields(judging, self._model)
        self.scoring = Scoring(Path(), "", "", LIFT, rescue=True, **fields)

    def load(self, data: str | None) -> LiftTaskSet:
        """Return the tasks for rollouts that carry none."""
        return load_lift_tasks(data or "sample")

    def seat(self) -> JudgeSeat | None:
        """Return the judge; one failure of it ends the run."""
        return draft_seat(self._judging, fail_together=True) if self._judging else None

    def summary(self, run: Run, config: dict[str, Any]) -> dict[str, Any]:
        """Return the figures of a finished run."""
        judged: dict[str, Any] = dict.fromkeys(judge_config(None))
        if self._judging:
            endpoint = judge_config(self._judging)["judge_endpoint"]
            judged = {
                "judge_model": run.scoring.judge,
                "judge_endpoint": endpoint,
                "judge_api": self._judging.judge_api,
                "prompt_version": run.scoring.prompts,
            }
        figures = lift_summary(map(_figures, whole_rows(run.job.output)))
        return {"config": {**judged, **config, "signature": run.signature}} | figures

    def show(self, summary: dict[str, Any], output: Path, *, as_json: bool) -> None:
        """Print the summary."""
        print_lift_summary(summary, output, as_json=as_json)


def _figures(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a summary reads of a scored draft."""
    names = ("metric_name", "weight_group", "score")
    results = [{name: result[name] for name in names} for result in row["score"]["results"]]
    return {**row["score"], "groups": {}, "results": results}
