"""Processes that score completions for the reward server."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from inst_trans_env.trainers.core import Outcome, Reward

_LOG = logging.getLogger(__name__)

CHUNK = 16
"""Completions that are handed to a process at a time, at most."""

AHEAD = 2
"""Chunks that a process may have, so that one waits while another is scored."""

Items = Sequence[tuple[str, str]]
"""Case ids with completions."""

TRIES = 3
"""Processes that a completion may see end under it before its request is refused."""


@dataclass(slots=True)
class _Waiting:
    """A completion that waits for its outcome; `tries` are those that ended with their process."""

    item: tuple[str, str]
    future: asyncio.Future[Outcome]
    tries: int = 0


_worker_reward: Reward


def _load_worker(reward: Reward) -> None:
    global _worker_reward  # noqa: PLW0603 - a worker process has one reward for its life
    _worker_reward = reward


def _work(items: Items) -> list[Outcome]:
    return _worker_reward.outcomes([case_id for case_id, _ in items], [text for _, text in items])


class Workers:
    """A pool that is given what all requests wait for in chunks: few hand-overs, every process busy.

    A process that ends (killed, out of memory) is replaced, and what it was given is given again.

    Args:
        reward: scores the completions.
        count: number of processes.
    """

    def __init__(self, reward: Reward, count: int) -> None:
        self._reward = reward
        self._count = count
        self._pool = self._start()
        self._free = AHEAD * count
        self._waiting: deque[_Waiting] = deque()

    async def outcomes(self, items: Items) -> list[Outcome]:
        """Score completions, in order, beside those of other requests."""
        loop = asyncio.get_running_loop()
        futures: list[asyncio.Future[Outcome]] = [loop.create_future() for _ in items]
        self._waiting.extend(map(_Waiting, items, futures))
        self._hand_over(loop)
        return await asyncio.gather(*futures)

    def close(self) -> None:
        """Stop the processes; what still waits is cancelled."""
        while self._waiting:
            self._waiting.popleft().future.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, get_context("spawn"), _load_worker, (self._reward,))

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting and self._free:
            size = min(CHUNK, -(-len(self._waiting) // self._count))
            chunk = [self._waiting.popleft() for _ in range(size)]
            pool = self._pool
            try:
                done = loop.run_in_executor(pool, _work, [waiting.item for waiting in chunk])
            except BrokenExecutor as error:
                self._again(pool, chunk, error)
                continue
            except RuntimeError as error:  # the server is closing
                _refuse(chunk, error)
                continue
            self._free -= 1
            done.add_done_callback(partial(self._settle, loop, pool, chunk))

    def _settle(
        self,
        loop: asyncio.AbstractEventLoop,
        pool: ProcessPoolExecutor,
        chunk: list[_Waiting],
        done: asyncio.Future[list[Outcome]],
    ) -> None:
        """Give each request its outcome, or the reason why there is none."""
        self._free += 1
        if done.cancelled():
            for waiting in chunk:
                waiting.future.cancel()
        elif isinstance(error := done.exception(), BrokenExecutor):
            self._again(pool, chunk, error)
        elif error is not None:
            _refuse(chunk, error)
        else:
            for waiting, outcome in zip(chunk, done.result(), strict=True):
                if not waiting.future.done():  # else its request was given up
                    waiting.future.set_result(outcome)
        self._hand_over(loop)

    def _again(self, pool: ProcessPoolExecutor, chunk: list[_Waiting], error: BaseException) -> None:
        """Put a new pool in the place of a broken one, unless that was done, and let the chunk wait again."""
        if pool is self._pool:
            _LOG.warning("a scoring process ended; starting new ones")
            pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._start()
        for waiting in chunk:
            waiting.tries += 1
        _refuse([waiting for waiting in chunk if waiting.tries >= TRIES], error)
        self._waiting.extendleft(reversed([waiting for waiting in chunk if waiting.tries < TRIES]))


def _refuse(chunk: list[_Waiting], error: BaseException) -> None:
    for waiting in chunk:
        if not waiting.future.done():
            waiting.future.set_exception(error)
