"""What a filtering did, for people: where rollouts went, a histogram of rewards, groups by pass rate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from inst_trans_env.report.tables import table

_WIDTH = 40
"""Characters of the longest bar of a histogram."""
_SPANS = {
    "unsolved": "no answer",
    "hard": "under a quarter",
    "medium": "a quarter to three quarters",
    "easy": "three quarters or more",
    "solved": "every answer",
}


def filter_tables(report: Mapping[str, Any]) -> Iterator[Table]:
    """Yield the tables of a report of `inst-trans filter`."""
    rows: list[tuple[str, int]] = [
        ("rollouts", report["rollouts"]),
        ("  errored, apart", report["errored"]["total"]),
        ("  scored", report["scored"]),
        ("    of these with a score that was there", report["scores_reused"]),
        ("    of these with unjudged soft constraints", report["with_unjudged_constraints"]),
        *((f"  dropped by {rule}", count) for rule, count in report["dropped"].items()),
        ("  kept", report["kept"]),
        ("unreadable lines, apart", report["unreadable"]["total"]),
        (f"rows written ({report['written']['to']})", report["written"]["rows"]),
    ]
    yield table("Rollouts", ("", "count"), rows)
    if report["errored"]["total"]:
        yield table("Errored", ("type", "rollouts"), report["errored"]["by_type"].items())
    if report["scored"]:
        yield _histogram(report)
        yield _groups(report)


def _histogram(report: Mapping[str, Any]) -> Table:
    rewards, kept = report["rewards"], report["rewards_kept"]
    most = max(rewards.values())
    rows = [(name, count, kept[name], bar(kept[name], count, most)) for name, count in rewards.items()]
    means = report["mean_reward"]
    title = f"{report['formula']}: mean {_figure(means['scored'])} scored, {_figure(means['kept'])} kept"
    return table(title, ("reward", "scored", "kept", "kept █, scored ░"), rows)


def bar(part: int, whole: int, most: int) -> str:
    """Return a bar as long as `whole` is beside `most`, of which `part` is solid; what is there is seen."""
    length = max(bool(whole), round(_WIDTH * whole / most))
    solid = min(length, max(bool(part), round(_WIDTH * part / most)))
    return "█" * solid + "░" * (length - solid)


def _groups(report: Mapping[str, Any]) -> Table:
    groups = report["groups"]
    rows = [(name, _SPANS[name], count) for name, count in groups["by_pass_rate"].items()]
    title = (
        f"Groups by pass rate: {groups['total']:,} in all, {groups['kept']:,} with an answer that was kept"
    )
    return table(title, ("pool", "passed every gate", "groups"), rows)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
