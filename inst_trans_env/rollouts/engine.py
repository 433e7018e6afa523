"""Where jobs run: in this process, or in a pool of processes on this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Protocol, TypeVar

from inst_trans_env.errors import UserError

T = TypeVar("T")

PATIENCE = 3
"""Times that a pool may break without a single job done in between."""


class Engine(Protocol):
    """Runs a job on each of many items, in any order; jobs may be run again after a crash."""

    def run(self, job: Callable[[T], None], items: Sequence[T]) -> Iterator[T]:
        """Yield each item when its job is done."""


class InProcess:
    """One job after the other, right here."""

    def run(self, job: Callable[[T], None], items: Sequence[T]) -> Iterator[T]:
        """Yield each item when its job is done."""
        for item in items:
            job(item)
            yield item


class Pool:
    """Worker processes on this machine; when one dies, its jobs are done again by others.

    Args:
        workers: how many.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, job: Callable[[T], None], items: Sequence[T]) -> Iterator[T]:
        """Yield each item when its job is done.

        Raises:
            UserError: workers die again and again without finishing anything.
        """
        left, broken = dict(enumerate(items)), 0
        while left:
            try:
                with _executor(min(self._workers, len(left))) as pool:
                    futures: dict[Future[None], int] = {
                        pool.submit(job, item): number for number, item in left.items()
                    }
                    for future in as_completed(futures):
                        future.result()
                        broken = 0
                        yield left.pop(futures[future])
            except BrokenProcessPool as error:
                broken += 1
                if broken == PATIENCE:
                    raise UserError(
                        f"worker processes died {PATIENCE} times in a row (out of memory?): "
                        "run the same command with fewer --workers; what was finished is kept"
                    ) from error


@contextmanager
def _executor(workers: int) -> Iterator[ProcessPoolExecutor]:
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_set_up)
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        # Whoever stops the run does not want to wait for the jobs in work, which are done again anyway.
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _set_up() -> None:
    # Ctrl-C ends workers at once and without words; without their parent they must not wait for ever.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
