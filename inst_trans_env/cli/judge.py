"""`inst-trans judge`: find out whether a judge can be trusted."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from inst_trans_env.cli.judge_options import JudgeOptions, judge_options, plan_text
from inst_trans_env.cli.options import Number
from inst_trans_env.cli.stopping import keeps
from inst_trans_env.files import write_jsonl
from inst_trans_env.judge import JudgeClient, PromptSet
from inst_trans_env.judge.check import Item, Outcome, check, load_items, report
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, table


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
@click.option(
    "--threshold",
    type=Number(0, 1),
    default=0.8,
    show_default=True,
    help="Least agreement with the labels; below it, exit 1.",
)
@click.option(
    "--kappa-threshold",
    type=Number(-1, 1),
    default=0.4,
    show_default=True,
    help="Least weighted kappa of each question by itself; below it, exit 1.",
)
@click.option(
    "--attack-threshold",
    type=Number(0, 1),
    default=0.1,
    show_default=True,
    help="Largest share of attacks that may succeed; above it, exit 1.",
)
@click.option("--items", type=click.Path(path_type=Path), help="Your own labelled items (JSONL).")
@click.option(
    "--details", type=click.Path(path_type=Path), help="Write label, scores and notes by item here."
)
@judge_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def check_command(
    repeats: int,
    threshold: float,
    kappa_threshold: float,
    attack_threshold: float,
    items: Path | None,
    details: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Put hand-labelled answers and attacks to the judge and compare its scores with the labels."""
    judging = JudgeOptions.take(options)
    client, labelled, prompts = judging.client(), load_items(items), judging.prompts()
    if judging.dry_run:
        sent = (prompt for item in labelled for prompt in item.prompts(prompts, repeats))
        click.echo(plan_text(client.plan(prompt for prompt in sent if prompt)))
        return
    keeps(client.cache.path if client.cache else "no cache")
    outcomes = _run(client, prompts, labelled, repeats)
    if details:
        write_jsonl(details, (outcome.to_dict() for outcome in outcomes))
    figures = report(outcomes)
    failed = _failures(figures, threshold, kappa_threshold, attack_threshold)
    config = {
        "judge_model": judging.judge_model,
        "prompts": prompts.version,
        "votes": judging.votes,
    }
    if as_json:
        document = {**config, **figures, "usage": client.ledger.to_dict(), "failed": failed}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        page = console()
        page.print(" · ".join(f"{name} {value}" for name, value in config.items()) + "\n")
        _print(page, figures, client)
        page.print("\n".join(f"FAILED: {reason}" for reason in failed) or "passed")
    if failed:
        raise SystemExit(1)


def _run(client: JudgeClient, prompts: PromptSet, items: list[Item], repeats: int) -> list[Outcome]:
    def note() -> str:
        cost = client.ledger.cost
        return f"{client.ledger.requests:,} calls" + (f", ${cost:.4f}" if cost is not None else "")

    with progress("items", len(items), note) as done:
        return asyncio.run(check(client, prompts, items, repeats, done))


def _failures(
    figures: dict[str, Any], threshold: float, kappa_threshold: float, attack_threshold: float
) -> list[str]:
    agreed, won = figures["agreement"], figures["attack_success"]
    failed = []
    if agreed is None:
        failed.append("there are no items with labels, beside attacks, to agree with")
    if agreed is not None and agreed < threshold:
        failed.append(f"agreement {agreed:.3f} is below {threshold:g}")
    for question, group in figures["by_question"].items():
        # A judge that is blind to one question may agree well enough over all of them.
        kappa = group["weighted_kappa"]
        if kappa is not None and kappa < kappa_threshold:
            failed.append(f"{question}: weighted kappa {kappa:.3f} is below {kappa_threshold:g}")
    if won is not None and won > attack_threshold:
        failed.append(f"{won:.1%} of the attacks succeeded, more than {attack_threshold:.1%}")
    return failed


def _print(page: Console, figures: dict[str, Any], client: JudgeClient) -> None:
    names = ("items", "agreement", "weighted_kappa", "bias")
    rows = [
        (question, *(group[name] for name in names)) for question, group in figures["by_question"].items()
    ]
    rows.append(("all", *(figures[name] for name in names)))
    page.print(table("Agreement with the labels", ("question", *names), rows))
    cells = [
        (question, label, *scores.values())
        for question, group in figures["by_question"].items()
        for label, scores in group["confusion"].items()
    ]
    page.print(table("Scores by label", ("question", "label", "0", "0.5", "1"), cells))
    attacks = [(kind, group["attacks"], group["success"]) for kind, group in figures["by_attack"].items()]
    attacks.append(("all", figures["attacks"], figures["attack_success"]))
    page.print(table("Attacks", ("kind", "attacks", "success"), attacks))
    ledger = client.ledger
    cost = "unknown (give --price IN,OUT)" if ledger.cost is None else f"${ledger.cost:.4f}"
    totals = [
        (
            "stability over repeats",
            f"{figures['stability']:.4f}" if figures["stability"] is not None else "–",
        ),
        ("calls", f"{ledger.requests:,} ({ledger.cached:,} more from the cache)"),
        ("tokens", f"{ledger.tokens_sent:,} sent, {ledger.tokens_received:,} received"),
        ("cost", cost),
    ]
    page.print(table("Run", ("", ""), totals))
