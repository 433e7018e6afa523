"""A progress bar with rate and time left, on a terminal only and only when there is a wait."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.text import Text

from inst_trans_env.report.tables import console

DELAY_S = 1.0
"""Nothing is drawn for what ends sooner."""


class _Words(ProgressColumn):
    """Words that are made anew at every drawing, also while nothing is finished."""

    def __init__(self, words: Callable[[Task], str]) -> None:
        super().__init__()
        self._words = words

    def render(self, task: Task) -> Text:
        return Text(self._words(task))


@contextmanager
def progress(what: str, total: int, note: Callable[[], str] = str) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how many more are done.

    Args:
        what: what is counted, e.g. ``rows``.
        total: how many there are.
        note: called at each drawing, from a thread, for a few words more, e.g. errors and cost so far.
    """
    page = console(stderr=True)
    if not page.is_terminal:
        yield lambda count: None
        return
    bar = Progress(
        _Words(lambda task: task.description),
        BarColumn(),
        MofNCompleteColumn(),
        _Words(lambda task: f"{task.completed / (task.elapsed or 1):,.0f}/s"),
        TimeRemainingColumn(),
        _Words(lambda task: note()),
        console=page,
        transient=True,
    )
    item = bar.add_task(what, total=total)
    start = threading.Timer(DELAY_S, bar.start)
    start.daemon = True
    start.start()
    try:
        yield lambda count: bar.advance(item, count)
    finally:
        start.cancel()
        start.join()
        bar.stop()
