"""`inst-trans rescore`: a finished run, scored again."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.evaluate import evaluate
from inst_trans_env.cli.idle import judge_reasons, refuse_idle, refuse_idle_data, translation_reasons
from inst_trans_env.cli.judge_options import JudgeOptions, judge_options
from inst_trans_env.cli.options import rules_option
from inst_trans_env.cli.rescore_kinds import Drafts, Translations
from inst_trans_env.cli.rollout_options import (
    engine_for,
    print_plan,
    run_filtering,
    run_scoring,
    tell_unreadable,
    workers_option,
)
from inst_trans_env.cli.stopping import keeps
from inst_trans_env.errors import UserError
from inst_trans_env.files import write_json
from inst_trans_env.rollouts.export import Export
from inst_trans_env.rollouts.pipeline import Job, Run
from inst_trans_env.rollouts.predictions import read_predictions
from inst_trans_env.rollouts.rules import Rules
from inst_trans_env.rollouts.tally import Tally
from inst_trans_env.rollouts.unpack import ROLLOUTS
from inst_trans_env.run import MARK, SCORES, SUMMARY, read_identity, read_summary, whole_rows
from inst_trans_env.scoring.rewards import LIFT
from inst_trans_env.tasks import load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans rescore outputs/eval --rules strict --skip-judge -o outputs/eval-strict
  inst-trans rescore outputs/eval --judge-model another-judge -o outputs/eval-second-judge
  inst-trans rescore outputs/vf-run --rules strict --skip-judge -o outputs/vf-run-strict
  inst-trans rescore outputs/draft --formula lift --judge-model another-judge -o outputs/draft-second-judge
  inst-trans filter outputs/vf-run-strict/rollouts.jsonl --all-gates --to sft -o sft.jsonl"""
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder for the results."
)
@rules_option
@click.option(
    "--formula",
    type=click.Choice(["if_score", LIFT]),
    default="if_score",
    show_default=True,
    help="`lift` where the rollouts are drafts of LIFT.",
)
@click.option("--data", metavar="SOURCE", help="Tasks.  [default: those of the run, else `sample`]")
@click.option(
    "--predictions", type=click.Path(path_type=Path), help="Where the answers of an `evaluate` run lie now."
)
@click.option("--skip-judge", is_flag=True, help="Rules only: soft constraints and quality stay unscored.")
@judge_options
@workers_option
@click.option("--overwrite", is_flag=True, help="Discard what the folder holds of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON instead of tables.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    run: Path,
    output: Path,
    rules: str,
    formula: str,
    data: str | None,
    predictions: Path | None,
    skip_judge: bool,
    workers: int | None,
    overwrite: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Score a finished RUN again, by other rules or another judge.

    RUN is the output folder of `evaluate` (writes the same files anew), the folder of a run of `vf-eval`, or
    any file that `filter` reads (writes rollouts.jsonl with every score, and summary.json). Rollouts that
    errored are scored where their answer exists: a judge outage costs no answer.

    Killed and started again, it goes on where it stopped and asks the judge nothing twice.
    """
    drafts, evaluated = formula == LIFT, (run / SCORES).exists()
    # Of an evaluated run it is told what judging cost.
    priced = evaluated or options["dry_run"] or options["max_cost"] is not None
    about_judge = judge_reasons(
        judged=not skip_judge, add="leave out --skip-judge", drafts=drafts, priced=priced
    )
    refuse_idle(ctx, about_judge | translation_reasons(formula))
    judging = None if skip_judge else JudgeOptions.take(options)
    if output.resolve() == run.resolve():
        raise click.UsageError("give another --output than the run itself, which stays as it is")
    if evaluated:
        _refuse_drafts(run)
        whole = "is about rollouts, and this is the folder of `evaluate`: leave it out"
        refuse_idle(ctx, dict.fromkeys(("formula", "workers"), whole))
        again = _Evaluated(run, data, predictions)
        again.score(rules, judging, output=output, overwrite=overwrite, as_json=as_json)
        return
    if predictions is not None:
        raise click.UsageError("--predictions is for the output folder of `evaluate`")
    subject = Drafts(ctx, judging) if drafts else Translations(rules, judging)
    job = Job(
        [str(run)],
        output / ROLLOUTS,
        subject.load(data),
        subject.scoring,
        Rules(),
        Export(),
        seat=subject.seat(),
    )
    with Run(job, anew=overwrite and not options["dry_run"]) as begun:
        refuse_idle_data(ctx, begun)
        if options["dry_run"]:
            print_plan(begun)
            return
        summary = _rescore(begun, output, subject, workers, overwrite=overwrite)
    tell_unreadable(summary["config"]["unreadable"], summary["config"]["unreadable_first"])
    subject.show(summary, output, as_json=as_json)
    if summary["config"]["unreadable"] or not summary["config"]["instances_scored"]:
        ctx.exit(1)


def _refuse_drafts(folder: Path) -> None:
    if any("results" in row for row in islice(whole_rows(folder / SCORES), 1)):
        raise UserError(
            f"{folder} is of `lift evaluate`: run that again with other options, "
            "or rescore its predictions with --formula lift"
        )


class _Evaluated:
    """A finished run of `evaluate`: its data, its answers, and which cases it scored."""

    def __init__(self, folder: Path, data: str | None, predictions: Path | None) -> None:
        self.folder = folder
        config, mark = read_summary(folder)["config"], read_identity(folder)
        self.tasks = load_tasks(data or config["data_file"])
        if self.tasks.sha256 != mark.get("data"):
            raise UserError(f"{self.tasks.source} is not the data that {folder} scored: give that as --data")
        file = predictions or config.get("predictions_file")
        if file is None:
            raise UserError(f"{folder} does not say where its answers lie: give --predictions")
        self.answers = read_predictions(Path(file), {task.case_id for task in self.tasks})
        if self.answers.sha256 != mark.get("predictions"):
            raise UserError(f"{file} is not what {folder} scored: give the file as it was, --predictions")

    def score(
        self, rules: str, judging: JudgeOptions | None, *, output: Path, overwrite: bool, as_json: bool
    ) -> None:
        """Evaluate the same answers to the same tasks."""
        answers = self.answers
        scored = {row["case_id"] for row in whole_rows(self.folder / SCORES)}
        work = [(task, answers.get(task.case_id, "")) for task in self.tasks if task.case_id in scored]
        evaluate(
            self.tasks,
            answers,
            work,
            rules,
            judging,
            output_dir=output,
            overwrite=overwrite,
            as_json=as_json,
        )


def _rescore(
    run: Run, output: Path, subject: Translations | Drafts, workers: int | None, *, overwrite: bool
) -> dict[str, Any]:
    """Return the summary, of a finished run too."""
    mark, summary = output / MARK, output / SUMMARY
    if not overwrite and not run.resumed:
        if run.replaces or (mark.exists() and read_identity(output) != run.identity):
            raise UserError(f"{output} holds another run: choose another --output or give --overwrite")
        if summary.exists():
            return read_summary(output)
    keeps(run.folder, overwrite=overwrite)
    with engine_for("local", workers, None, run) as place:
        scored = run_scoring(run, place)
        # From here on nothing is refused any more.
        for path in (run.job.output, summary):
            path.unlink(missing_ok=True)
        write_json(mark, run.identity)
        run_filtering(run, place)
    figures = subject.summary(run, _config(run, scored))
    write_json(summary, figures)
    return figures


def _config(run: Run, scored: Tally) -> dict[str, Any]:
    counts = scored.counts
    return {
        "rules": run.subject.rules,
        "input": list(run.job.inputs),
        "instances_scored": counts["scored"],
        "formal_run": False,
        "rescued": counts["rescued"],
        "errored": counts["errored"],
        "unreadable": counts["unreadable"],
        "unreadable_first": scored.sentences("unreadable"),
        "scores_reused": counts["reused"],
    }
