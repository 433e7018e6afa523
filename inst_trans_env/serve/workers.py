"""Processes that score completions for the reward server."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from inst_trans_env.trainers.core import Outcome, Reward

CHUNK = 16
"""Completions that are handed to a process at a time, at most."""

AHEAD = 2
"""Chunks that a process may have, so that one waits while another is scored."""

Items = Sequence[tuple[str, str]]
"""Case ids with completions."""

_Waiting = tuple[tuple[str, str], "asyncio.Future[Outcome]"]

_worker_reward: Reward


def _load_worker(reward: Reward) -> None:
    global _worker_reward  # noqa: PLW0603 - a worker process has one reward for its life
    _worker_reward = reward


def _work(items: Items) -> list[Outcome]:
    return _worker_reward.outcomes([case_id for case_id, _ in items], [text for _, text in items])


class Workers:
    """A pool that is given what all requests wait for in chunks: few hand-overs, every process busy.

    Args:
        reward: scores the completions.
        count: number of processes.
    """

    def __init__(self, reward: Reward, count: int) -> None:
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _load_worker, (reward,))
        self._count = count
        self._free = AHEAD * count
        self._waiting: deque[_Waiting] = deque()

    async def outcomes(self, items: Items) -> list[Outcome]:
        """Score completions, in order, beside those of other requests."""
        loop = asyncio.get_running_loop()
        futures: list[asyncio.Future[Outcome]] = [loop.create_future() for _ in items]
        self._waiting.extend(zip(items, futures, strict=True))
        self._hand_over(loop)
        return await asyncio.gather(*futures)

    def close(self) -> None:
        """Stop the processes; what still waits is cancelled."""
        while self._waiting:
            self._waiting.popleft()[1].cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting and self._free:
            size = min(CHUNK, -(-len(self._waiting) // self._count))
            chunk = [self._waiting.popleft() for _ in range(size)]
            try:
                done = loop.run_in_executor(self._pool, _work, [item for item, _ in chunk])
            except RuntimeError as error:  # a process ended, so that the pool is broken
                _refuse(chunk, error)
                continue
            self._free -= 1
            done.add_done_callback(partial(self._settle, loop, chunk))

    def _settle(
        self,
        loop: asyncio.AbstractEventLoop,
        chunk: list[_Waiting],
        done: asyncio.Future[list[Outcome]],
    ) -> None:
        """Give each request its outcome, or the reason why there is none."""
        self._free += 1
        if done.cancelled():
            for _, future in chunk:
                future.cancel()
        elif (error := done.exception()) is not None:
            _refuse(chunk, error)
        else:
            for (_, future), outcome in zip(chunk, done.result(), strict=True):
                if not future.done():  # else its request was given up
                    future.set_result(outcome)
        self._hand_over(loop)


def _refuse(chunk: list[_Waiting], error: BaseException) -> None:
    for _, future in chunk:
        if not future.done():
            future.set_exception(error)
