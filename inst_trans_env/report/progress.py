"""A progress bar with rate and time left, on a terminal only and only when there is a wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from inst_trans_env.report.tables import console

DELAY_S = 1.0
"""Nothing is drawn for what ends sooner."""


@contextmanager
def progress(what: str, total: int, note: Callable[[], str] = str) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how many more are done.

    Args:
        what: what is counted, e.g. ``rows``.
        total: how many there are.
        note: called at each update for a few words more, e.g. errors and cost so far.
    """
    page = console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=page,
        disable=not page.is_terminal,
        transient=True,
    )
    began = time.monotonic()
    item = bar.add_task(what, total=total, rate="", note="")
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        elapsed = time.monotonic() - began
        if page.is_terminal and elapsed > DELAY_S:
            if not bar.live.is_started:
                bar.start()
            bar.update(item, completed=done, rate=f"{done / elapsed:,.0f}/s", note=note())

    try:
        yield advance
    finally:
        bar.stop()
