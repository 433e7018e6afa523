"""`inst-trans filter`: choose rollouts to train on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click

from inst_trans_env.cli.idle import (
    Reasons,
    engine_reasons,
    export_reasons,
    given,
    judge_reasons,
    refuse_idle,
    refuse_idle_data,
    translation_reasons,
)
from inst_trans_env.cli.judge_options import JudgeOptions, judge_options
from inst_trans_env.cli.options import Number, data_option
from inst_trans_env.cli.rollout_options import (
    draft_fields,
    draft_seat,
    engine_for,
    judge_seat,
    judged_fields,
    print_plan,
    run_filtering,
    run_scoring,
    tell_unreadable,
    workers_option,
)
from inst_trans_env.cli.stopping import keeps
from inst_trans_env.constraints.registry import RULE_SETS
from inst_trans_env.lift import load_lift_tasks
from inst_trans_env.report.rollouts import filter_tables
from inst_trans_env.report.tables import console
from inst_trans_env.rollouts.export import TARGETS, Export
from inst_trans_env.rollouts.formats import FORMATS
from inst_trans_env.rollouts.pairs import WAYS, Pairing
from inst_trans_env.rollouts.pipeline import Job, Run
from inst_trans_env.rollouts.rules import Rules
from inst_trans_env.rollouts.score_unit import JudgeSeat, Scoring
from inst_trans_env.rollouts.summary import summarise_filter
from inst_trans_env.scoring.rewards import FORMULAS, LIFT
from inst_trans_env.tasks import load_tasks


def _band(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    if value is None:
        return None
    try:
        low, high = (float(part) for part in value.split(":"))
    except ValueError:
        raise click.BadParameter(f"{value!r}: expected LOW:HIGH, e.g. 0.1:0.9") from None
    return low, high


def _shard(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    """Return the number of the part, from 0, and how many there are."""
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", value)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{value!r}: expected I/N with I from 1 to N, e.g. 1/8")
    return int(found[1]) - 1, int(found[2])


@click.command(
    epilog="""\b
Examples:
  inst-trans filter outputs/run/traces.jsonl --all-gates --top-k 1 --to sft -o sft.jsonl
  inst-trans filter step_*.parquet --data train.jsonl --band 0.1:0.9 --to grpo -o prompts.jsonl
  inst-trans filter rollouts.jsonl.gz --to dpo --pairs one-constraint --pairs-per-group 4 -o pairs.jsonl
  zcat dump.jsonl.gz | inst-trans filter - --data train.jsonl --drop-constant -o kept.jsonl
  inst-trans filter big.jsonl --shard 3/8 -o part-3.jsonl
  inst-trans filter big.jsonl --engine ray --address auto -o kept.jsonl
  inst-trans filter outputs/draft/traces.jsonl --formula lift --min-reward 0.8 --to sft -o sft.jsonl

\b
Rules are applied in the order of this page: of the group first, then of each answer, then near copies,
then the best. A group is all answers to one task. Errored rollouts (a judge outage, a model that was out) are
counted apart: never kept, never 0. Exit code 1: lines could not be read, or nothing was scored."""
)
@click.argument("inputs", metavar="INPUT…", nargs=-1, required=True)
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="Format; by content if unset.")
@data_option
@click.option(
    "--rules", type=click.Choice(list(RULE_SETS)), default="strict", show_default=True, help="Rule set."
)
@click.option(
    "--formula",
    type=click.Choice([*FORMULAS, LIFT]),
    default="if_score",
    show_default=True,
    help="Reward; `lift` for drafts of LIFT, the others for translations.",
)
@click.option("--best-of", type=click.IntRange(1), metavar="N", help="The best of a group's first N.")
@click.option("--drop-constant", is_flag=True, help="No groups that earned the same throughout (DAPO).")
@click.option("--band", metavar="LOW:HIGH", callback=_band, help="Groups with LOW < mean reward < HIGH.")
@click.option("--min-spread", type=Number(0), metavar="S", help="Groups with this deviation.")
@click.option("--all-gates", is_flag=True, help="Answers that passed every gate.")
@click.option("--min-reward", type=Number(0, 1), metavar="R", help="Answers with this reward.")
@click.option("--min-chars", type=click.IntRange(0), metavar="N", help="Answers at least this long.")
@click.option("--max-chars", type=click.IntRange(0), metavar="N", help="Answers at most this long.")
@click.option(
    "--near-duplicates",
    type=Number(0.5, 1),
    metavar="L",
    help="One of answers in a group that are so alike, e.g. 0.8.",
)
@click.option("--top-k", type=click.IntRange(1), metavar="K", help="The best K of a group.")
@click.option(
    "--to", type=click.Choice(TARGETS), default="rollouts", show_default=True, help="What rows are for."
)
@click.option(
    "--pairs", type=click.Choice(WAYS), default="margin", show_default=True, help="dpo: how pairs are made."
)
@click.option("--margin", type=Number(0, 1), default=0.5, show_default=True, help="dpo: least difference.")
@click.option(
    "--length-ratio",
    type=Number(1),
    default=1.2,
    show_default=True,
    help="dpo: longer to shorter answer at most, with --pairs length.",
)
@click.option(
    "--pairs-per-group", type=click.IntRange(1), default=1, show_default=True, help="dpo: pairs a task."
)
@click.option(
    "--desirable",
    type=Number(0, 1),
    default=0.5,
    show_default=True,
    help="kto: least reward of a desirable answer.",
)
@click.option(
    "--judge", "judged", is_flag=True, help="Have soft constraints judged; scores there are reused."
)
@judge_options
@click.option(
    "--shard", metavar="I/N", callback=_shard, default="1/1", help="Only the I-th of N parts of the groups."
)
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True)
@click.option("--address", help="Ray cluster, e.g. `auto` or ray://HOST:10001.  [default: one of its own]")
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    output: Path,
    form: str | None,
    data: str,
    judged: bool,
    engine: str,
    address: str | None,
    workers: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Choose rollouts to train on, and write them for a trainer.

    Reads traces.jsonl and results.jsonl of vf-eval, predictions (several a case), logs of TRL and verl, and its
    own output: JSON lines or Parquet, plain, gzip or Zstandard, from files or standard input (-).

    Scores every rollout anew unless the file holds a score with the same signature. Killed and started again,
    it goes on where it stopped (OUTPUT.work).
    """
    refuse_idle(ctx, _idle(options, judged=judged, engine=engine, address=address))
    judging = JudgeOptions.take(options) if judged else None
    if engine == "ray" and judging:
        raise click.UsageError("a judge is asked from one process: rescore with it first, then filter on Ray")
    drafts = options["formula"] == LIFT
    judge_model = options["judge_model"] if given(ctx, "judge_model") else None
    job = Job(
        inputs,
        output,
        load_lift_tasks(data) if drafts else load_tasks(data),
        _scoring(judging, options, judge_model),
        Rules(**{name: options[name] for name in Rules.__slots__}),
        _export(options),
        form,
        _seat(judging, drafts=drafts),
    )
    with Run(job) as run:
        refuse_idle_data(ctx, run)
        if options["dry_run"]:
            print_plan(run)
            return
        keeps(run.folder)
        with engine_for(engine, workers, address, run) as place:
            tallies = run_scoring(run, place), run_filtering(run, place)
    report = summarise_filter(run, *tallies)
    _print(report, as_json=as_json)
    if report["unreadable"]["total"] or not report["scored"]:
        ctx.exit(1)


def _idle(options: dict[str, Any], *, judged: bool, engine: str, address: str | None) -> Reasons:
    """Return the options that would have no effect beside the others, with the reasons."""
    drafts = options["formula"] == LIFT
    priced = options["dry_run"] or options["max_cost"] is not None
    return {
        **judge_reasons(judged=judged, add="add --judge", drafts=drafts, priced=priced),
        **translation_reasons(options["formula"]),
        **export_reasons(options["to"], options["pairs"], options["top_k"]),
        **engine_reasons(engine, address),
    }


def _seat(judging: JudgeOptions | None, *, drafts: bool) -> JudgeSeat | None:
    if judging is None:
        return None
    return draft_seat(judging, fail_together=False) if drafts else judge_seat(judging, fail_together=False)


def _scoring(judging: JudgeOptions | None, options: dict[str, Any], judge_model: str | None) -> Scoring:
    drafts = options["formula"] == LIFT
    return Scoring(
        Path(),
        "",
        options["rules"],
        options["formula"],
        # No other formula reads the quality, which costs a call a rollout.
        quality=judging is not None and options["formula"] == "gated_sum",
        shard=options["shard"],
        **(draft_fields(judging, judge_model) if drafts else judged_fields(judging)),
    )


def _export(options: dict[str, Any]) -> Export:
    pairing = Pairing(
        options["pairs"], options["margin"], options["length_ratio"], options["pairs_per_group"]
    )
    return Export(options["to"], pairing, options["desirable"])


def _print(report: dict[str, Any], *, as_json: bool) -> None:
    tell_unreadable(report["unreadable"]["total"], report["unreadable"]["first"])
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
        return
    page = console()
    for grid in filter_tables(report):
        page.print(grid)
    page.print(
        f"{report['signature']}\n{report['written']['rows']:,} rows are in {report['written']['file']}"
    )
