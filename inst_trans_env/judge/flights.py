"""Calls on their way, which equal questions share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Flight(Generic[T]):
    """A call, and how many wait for it."""

    task: asyncio.Task[T]
    waiters: int = 0


class Flights(Generic[T]):
    """Calls by key: whoever asks for one that is on its way waits for that; the last to leave cancels it."""

    def __init__(self) -> None:
        self._flights: dict[bytes, _Flight[T]] = {}

    def __contains__(self, key: bytes) -> bool:
        return key in self._flights

    async def join(self, key: bytes, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what the call under this key gives; it is begun where there is none."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(call()))
        flight.waiters += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiters -= 1
            if flight.task.done() or not flight.waiters:
                flight.task.cancel()
                if self._flights.get(key) is flight:
                    del self._flights[key]

    async def cancel(self) -> None:
        """End all calls."""
        tasks = [flight.task for flight in self._flights.values()]
        self._flights.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
