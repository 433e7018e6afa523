from __future__ import annotations

import asyncio

import pytest

from inst_trans_env.errors import JudgeError
from inst_trans_env.lift.waiting import all_of


def test_results_come_in_the_order_of_the_calls() -> None:
    async def call(number: int) -> int:
        await asyncio.sleep(0.01 * (3 - number))
        return number

    async def run() -> list[int]:
        return await all_of(call(number) for number in range(3))

    assert asyncio.run(run()) == [0, 1, 2]


def test_calls_in_flight_are_waited_for_when_one_fails() -> None:
    kept: list[int] = []

    async def call(number: int) -> None:
        if number == 1:
            raise JudgeError("no verdict")
        await asyncio.sleep(0.05)
        kept.append(number)

    async def run() -> None:
        await all_of(call(number) for number in range(4))

    with pytest.raises(JudgeError, match="no verdict"):
        asyncio.run(run())
    assert kept == [0, 2, 3]


def test_a_stop_from_outside_stops_all_calls() -> None:
    ended: list[str] = []

    async def call() -> None:
        try:
            await asyncio.sleep(30)
        finally:
            ended.append("stopped")

    async def run() -> None:
        await asyncio.wait_for(all_of(call() for _ in range(2)), 0.05)

    with pytest.raises(TimeoutError):
        asyncio.run(run())
    assert ended == ["stopped", "stopped"]
