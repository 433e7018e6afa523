"""Aligned tables for people: the same columns on a terminal and in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

PLAIN_WIDTH = 120
"""Width of the page when the output is not a terminal."""
_ANY_WIDTH = 100_000


def console(*, stderr: bool = False) -> Console:
    """Return a console that colours only on a terminal and never wraps a table in a file."""
    # What is printed is data: brackets in it are no markup, `:smile:` is no emoji.
    page = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if page.is_terminal:
        return page
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, width=PLAIN_WIDTH)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    """Return a table: columns of text to the left, columns of figures to the right.

    Args:
        title: printed above it.
        columns: the heads.
        rows: cells; floats are shown to four places, None as a dash.
    """
    grid = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    body = [tuple(row) for row in rows]
    for number, column in enumerate(columns):
        text = any(isinstance(row[number], str) for row in body)
        grid.add_column(column, justify="left" if text else "right", no_wrap=True)
    for row in body:
        grid.add_row(*(cell(value) for value in row))
    return grid


def print_whole(page: Console, grid: Table) -> None:
    """Print a table with no cell cut, however narrow the page: names of models are of any length."""
    grid.width = Measurement.get(page, page.options.update(max_width=_ANY_WIDTH), grid).maximum
    page.print(grid, crop=False, no_wrap=True)


def cell(value: Any) -> str:
    """Return a value as a table shows it."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def summary_tables(summary: Mapping[str, Any]) -> Iterable[Table]:
    """Yield the tables of a run: totals, then by constraint, domain and language pair."""
    totals = [
        ("IF_Score" if summary["config"]["judge_model"] else "IF_Score, rules only", summary["if_score"]),
        ("translation quality", summary["translation_quality"]),
        ("rows", summary["total"]),
        ("predictions", summary["prediction_coverage"]),
    ]
    yield table("Run", ("", "value"), totals)
    yield table(
        "By constraint",
        ("constraint", "kind", "rows", "scored", "pass rate / mean"),
        (
            (
                name,
                entry["kind"],
                entry["total"],
                entry["scored"],
                entry.get("pass_rate", entry.get("mean_score")),
            )
            for name, entry in summary["by_constraint"].items()
        ),
    )
    for name in ("domain", "language_pair"):
        yield table(
            f"By {name.replace('_', ' ')}",
            (name.replace("_", " "), "rows", "IF_Score", "quality"),
            (
                (key, entry["total"], entry["if_score"], entry["translation_quality"])
                for key, entry in summary["breakdowns"][name].items()
            ),
        )
