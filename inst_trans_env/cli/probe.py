"""`inst-trans probe`: what a reward can be cheated by."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from inst_trans_env.cli.options import data_option, rules_option
from inst_trans_env.errors import UserError
from inst_trans_env.probe.policies import REGISTRY, Policy
from inst_trans_env.probe.run import (
    LEAST_OF_AN_HONEST,
    MOST_OF_A_CHEAT,
    PolicyResult,
    load_policies,
    probe,
)
from inst_trans_env.report.progress import progress
from inst_trans_env.report.tables import console, table
from inst_trans_env.scoring import Scorer
from inst_trans_env.tasks import load_tasks


@click.command(
    epilog="""\b
Examples:
  inst-trans probe --rules strict
  inst-trans probe --rules published --limit 50
  inst-trans probe --rules strict --only echo --only first-half --json
  inst-trans probe --rules strict --policies my_policies.py --check

\b
A file of policies:
  from inst_trans_env.probe.policies import policy

\b
  @policy("cheat")
  def first_word(task, tasks):
      "Give the first word of the reference."
      return task.reference.split()[0]"""
)
@data_option
@rules_option
@click.option("--limit", type=click.IntRange(1), help="Only the first N tasks.")
@click.option(
    "--policies",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A Python file with policies of your own; may be given again.",
)
@click.option("--only", "names", multiple=True, metavar="NAME", help="Only this policy; may be given again.")
@click.option(
    "--check",
    is_flag=True,
    help=f"Exit 1 when a cheat earns over {MOST_OF_A_CHEAT} or an honest policy under {LEAST_OF_AN_HONEST}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def command(
    context: click.Context,
    data: str,
    rules: str,
    limit: int | None,
    files: tuple[Path, ...],
    names: tuple[str, ...],
    check: bool,
    as_json: bool,
) -> None:
    """Run policies that try to earn reward without translating, and honest ones, over the tasks.

    Prints the mean reward of each policy, by rules only, and for each gate the share of rows that pass it.
    A cheat that earns is a hole in the reward; an honest policy that does not earn is a false rejection.
    """
    tasks = load_tasks(data)[:limit]
    added = [policy for file in files for policy in load_policies(file)]
    chosen = _chosen({policy.name: policy for policy in (*REGISTRY.values(), *added)}, names)
    scorer = Scorer(rules)
    scorer.check_tasks(tasks)
    with progress("answers", len(tasks) * len(chosen)) as done:
        results = probe(tasks, scorer, chosen, done)
    if as_json:
        figures = [result.to_dict() for result in results]
        click.echo(json.dumps({"rules": scorer.rules, "tasks": len(tasks), "policies": figures}, indent=2))
    else:
        _print(scorer.rules, len(tasks), results)
    if check and not all(result.as_it_should for result in results):
        context.exit(1)


def _chosen(policies: dict[str, Policy], names: Sequence[str]) -> list[Policy]:
    # A policy of a file is known to its writer by the function's name.
    names = [name.replace("_", "-") for name in names]
    for name in names:
        if name not in policies:
            near = difflib.get_close_matches(name, policies, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UserError(f"unknown policy {name!r}.{hint} Available: {', '.join(policies)}")
    return [policies[name] for name in names] if names else list(policies.values())


def _print(rules: str, tasks: int, results: list[PolicyResult]) -> None:
    page = console()
    gates = list(dict.fromkeys(gate for result in results for gate in result.rows))
    page.print(
        Text(f"{rules}, {tasks} tasks: mean reward, and share of rows that pass each gate", style="bold")
    )
    for kind in dict.fromkeys(result.policy.kind for result in results):
        mine = [result for result in results if result.policy.kind == kind]
        for group in _fitting(gates, mine, page.width):
            heads = (kind, "reward", *(gate.partition("_")[0] for gate in group))
            page.print(table("", heads, [(r.policy.name, r.mean, *_shares(r, group)) for r in mine]))
    for result in results:
        if not result.as_it_should:
            some = ", ".join(result.surprises[:3])
            what = "earns" if result.policy.kind == "cheat" else "does not earn"
            page.print(
                Text(
                    f"{result.policy.name} {what} on {len(result.surprises)} tasks: {some} …", style="yellow"
                )
            )


def _fitting(gates: list[str], results: list[PolicyResult], width: int) -> list[list[str]]:
    """Cut the gates into groups whose tables fit the page; each holds one gate at least."""
    left = width - max(len(result.policy.name) for result in results) - 2 - len("reward") - 2
    groups: list[list[str]] = []
    room = 0
    for gate in gates:
        need = max(len(gate.partition("_")[0]), len("0.00")) + 3
        if not groups or need > room:
            groups.append([])
            room = left
        groups[-1].append(gate)
        room -= need
    return groups or [[]]


def _shares(result: PolicyResult, gates: list[str]) -> list[str]:
    """Return for each gate the share of rows that pass it; a dash where no row has it."""
    return [f"{result.passed[gate] / result.rows[gate]:.2f}" if result.rows[gate] else "–" for gate in gates]
