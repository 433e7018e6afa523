"""`inst-trans judge`: find out whether a judge can be trusted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from inst_trans_env.cli.judge_options import JudgeOptions, judge_config, judge_options, plan_text
from inst_trans_env.cli.options import Number
from inst_trans_env.cli.stopping import keeps
from inst_trans_env.files import dump_line, writing
from inst_trans_env.judge import JudgeClient, PromptSet
from inst_trans_env.judge.check import Outcome, check, report
from inst_trans_env.judge.items import Item, load_items
from inst_trans_env.judge.limits import Limits
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, print_whole, table

F = TypeVar("F", bound=Callable[..., Any])


def _limit(name: str, field: str, told: str, least: float = 0) -> Callable[[F], F]:
    """Return an option that sets one of the `Limits`, whose default it takes."""
    kind, default = Number(least, 1), getattr(Limits(), field)
    return click.option(name, field, type=kind, default=default, show_default=True, help=told)


@click.group()
def command() -> None:
    """Find out whether a judge can be trusted."""


@command.command(
    "check",
    epilog="""\b
Examples:
  inst-trans judge check --dry-run
  inst-trans judge check --judge-model gpt-4o-mini --repeats 3 --max-cost 1
  inst-trans judge check --threshold 0.9 --details outcomes.jsonl --json

\b
The judge's endpoint and key: JUDGE_API_BASE, JUDGE_API_KEY.""",
)
@click.option(
    "--repeats", type=click.IntRange(1), default=1, show_default=True, help="Ask each item so often."
)
@_limit("--threshold", "agreement", "Least agreement with the labels; below it, exit 1.")
@_limit("--question-threshold", "question_agreement", "Least agreement on each question by itself.")
@_limit("--kappa-threshold", "kappa", "Least weighted kappa of each question by itself.", least=-1)
@_limit("--attack-threshold", "attacks", "Largest share of attacks that may succeed; above it, exit 1.")
@_limit("--question-attack-threshold", "question_attacks", "The same on each question by itself.")
@click.option("--items", type=click.Path(path_type=Path), help="Your own labelled items (JSONL).")
@click.option(
    "--details", type=click.Path(path_type=Path), help="Write label, scores and notes by item here."
)
@judge_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def check_command(
    repeats: int,
    items: Path | None,
    details: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Put hand-labelled answers and attacks to the judge and compare its scores with the labels."""
    judging = JudgeOptions.take(options)
    limits = Limits(**{field.name: options[field.name] for field in fields(Limits)})
    labelled, prompts, client = load_items(items), judging.prompts(), judging.client()
    if judging.dry_run:
        sent = (prompt for item in labelled for prompt in item.prompts(prompts, repeats))
        click.echo(plan_text(client.plan(sent)))
        return
    keeps(client.cache.path if client.cache else "no cache")
    # Opened first: a path that cannot be written is told before the judge is paid.
    with writing(details) if details else nullcontext() as stream:
        outcomes = _run(client, prompts, labelled, repeats)
        if stream:
            stream.writelines(dump_line(outcome.to_dict()).encode() + b"\n" for outcome in outcomes)
    figures = report(outcomes)
    failed = limits.failures(figures)
    config = judge_config(judging)
    if as_json:
        document = {**config, **figures, "usage": client.ledger.to_dict(), "failed": failed}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        click.echo(" · ".join(f"{name} {value}" for name, value in config.items()) + "\n")
        _print(console(), figures, client)
        click.echo("\n".join(f"FAILED: {reason}" for reason in failed) or "passed")
    if failed:
        raise SystemExit(1)


def _run(client: JudgeClient, prompts: PromptSet, items: list[Item], repeats: int) -> list[Outcome]:
    def note() -> str:
        cost = client.ledger.cost
        return f"{client.ledger.requests:,} calls" + (f", ${cost:.4f}" if cost is not None else "")

    with progress("items", len(items), note) as done:
        return asyncio.run(check(client, prompts, items, repeats, done))


def _print(page: Console, figures: dict[str, Any], client: JudgeClient) -> None:
    names = ("items", "agreement", "weighted_kappa", "bias", "attacks", "attack_success")
    groups = {**figures["by_question"], "all": figures}
    rows = [(question, *(group[name] for name in names)) for question, group in groups.items()]
    print_whole(page, table("Agreement with the labels, and attacks", ("question", *names), rows))
    cells = [
        (question, label, *scores.values())
        for question, group in figures["by_question"].items()
        if group["items"]
        for label, scores in group["confusion"].items()
    ]
    print_whole(page, table("Scores by label", ("question", "label", "0", "0.5", "1"), cells))
    attacks = [(kind, group["attacks"], group["success"]) for kind, group in figures["by_attack"].items()]
    attacks.append(("all", figures["attacks"], figures["attack_success"]))
    print_whole(page, table("Attacks by kind", ("kind", "attacks", "success"), attacks))
    ledger = client.ledger
    cost = "unknown (give --price IN,OUT)" if ledger.cost is None else f"${ledger.cost:.4f}"
    totals = [
        ("blank answers, not asked", f"{figures['unasked']:,}"),
        (
            "stability over repeats",
            f"{figures['stability']:.4f}" if figures["stability"] is not None else "–",
        ),
        ("calls", f"{ledger.requests:,} ({ledger.cached:,} more from the cache)"),
        ("tokens", f"{ledger.tokens_sent:,} sent, {ledger.tokens_received:,} received"),
        ("cost", cost),
    ]
    print_whole(page, table("Run", ("", ""), totals))
