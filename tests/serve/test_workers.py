"""Processes that score: shared, given up, killed."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures.process import BrokenProcessPool

import pytest

from inst_trans_env.serve.workers import CHUNK, Workers
from inst_trans_env.trainers.core import Outcome, Reward


class Told(Reward):
    """Tells who scored what; ends its process when asked to."""

    items = ()
    metric_names = ()
    judged = False

    def by_rules(self, case_id: str, completion: str) -> Outcome:
        if completion == "die":
            os._exit(3)
        return Outcome(float(completion), {"process": os.getpid()})

    async def by_judge(self, case_id: str, completion: str) -> Outcome:
        raise NotImplementedError

    def check(self, case_id: str) -> None:
        raise NotImplementedError


def work(first: int, count: int) -> list[tuple[str, str]]:
    return [("a", str(number)) for number in range(first, first + count)]


def test_requests_share_chunks_and_keep_their_outcomes() -> None:
    async def run() -> None:
        workers = Workers(Told(), 2)
        try:
            sizes = [1] * 40 + [100, 3]
            found = await asyncio.gather(
                *(workers.outcomes(work(1000 * at, size)) for at, size in enumerate(sizes))
            )
        finally:
            workers.close()
        rewards = [[outcome.reward for outcome in outcomes] for outcomes in found]
        assert rewards == [[1000.0 * at + n for n in range(size)] for at, size in enumerate(sizes)]

    asyncio.run(run())


def test_a_batch_is_spread_over_the_processes() -> None:
    async def run() -> None:
        workers = Workers(Told(), 2)
        seen: set[float] = set()
        try:
            async with asyncio.timeout(60):
                # One process may take everything until the other has started.
                while len(seen) < 2:
                    outcomes = await workers.outcomes(work(0, 64 * CHUNK))
                    seen = {outcome.metrics["process"] for outcome in outcomes}
        finally:
            workers.close()

    asyncio.run(run())


def test_a_request_that_is_given_up_disturbs_no_other() -> None:
    async def run() -> None:
        workers = Workers(Told(), 1)
        try:
            gone = asyncio.ensure_future(workers.outcomes(work(0, 5)))
            stays = asyncio.ensure_future(workers.outcomes(work(7, 1)))
            await asyncio.sleep(0)
            gone.cancel()
            assert [outcome.reward for outcome in await stays] == [7.0]
        finally:
            workers.close()

    asyncio.run(run())


def test_a_completion_that_ends_processes_is_an_error_and_no_reward() -> None:
    async def run() -> None:
        workers = Workers(Told(), 1)
        try:
            with pytest.raises(BrokenProcessPool):
                await asyncio.wait_for(workers.outcomes([("a", "die")]), 60)
            outcomes = await asyncio.wait_for(workers.outcomes(work(0, 3 * CHUNK)), 60)
        finally:
            workers.close()
        assert [outcome.reward for outcome in outcomes] == [float(n) for n in range(3 * CHUNK)]

    asyncio.run(run())


def test_a_process_that_is_killed_is_replaced_and_costs_no_outcome() -> None:
    async def run() -> None:
        workers = Workers(Told(), 2)
        try:
            (first,) = await workers.outcomes(work(0, 1))
            waiting = asyncio.ensure_future(workers.outcomes(work(0, 64 * CHUNK)))
            await asyncio.sleep(0)
            os.kill(int(first.metrics["process"]), signal.SIGKILL)
            outcomes = await asyncio.wait_for(waiting, 60)
        finally:
            workers.close()
        assert [outcome.reward for outcome in outcomes] == [float(n) for n in range(64 * CHUNK)]

    asyncio.run(run())


def test_what_waits_is_cancelled_when_the_pool_closes() -> None:
    async def run() -> None:
        workers = Workers(Told(), 1)
        waiting = asyncio.ensure_future(workers.outcomes(work(0, 40 * CHUNK)))
        await asyncio.sleep(0)
        workers.close()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, 30)

    asyncio.run(run())
