"""Stopping a command by Ctrl-C or SIGTERM: in order, and with a word on what is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

_KEPT = f"{__name__}.kept"


def keeps(where: object, *, overwrite: bool = False) -> None:
    """Note where the command that runs keeps what is finished when it is stopped from here on.

    Args:
        where: the place, e.g. a folder.
        overwrite: whether the command would discard that if it were given again as it is.
    """
    again = "the same command without --overwrite" if overwrite else "the same command"
    notes(f"what is finished is kept in {where}; {again} goes on from there")


def notes(sentence: str) -> None:
    """Note what is said when the command that runs is stopped from here on."""
    click.get_current_context().meta[_KEPT] = sentence


@contextmanager
def stoppable(ctx: click.Context) -> Iterator[None]:
    """End at SIGINT and SIGTERM with one line, and the exit code that shells know: 130, and 143."""
    came = signal.SIGINT

    def terminate(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = signal.Signals(number)
        # An event loop that runs has its own way to end at SIGINT.
        signal.raise_signal(signal.SIGINT)

    # Only the main thread may do so.
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, terminate) if main else None
    try:
        yield
    except KeyboardInterrupt:
        kept = ctx.meta.get(_KEPT)
        click.echo(f"stopped: {kept}" if kept else "stopped", err=True)
        ctx.exit(128 + came)
    finally:
        # None also stands for a handler that was not set from Python.
        if before is not None:
            signal.signal(signal.SIGTERM, before)
