"""Wait for many calls at once, without losing those that are paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def all_of(calls: Iterable[Awaitable[T]]) -> list[T]:
    """Return the results in order; when a call fails, the others are waited for before its error is raised.

    Calls in flight are paid for, and their replies are cached: whoever asks again has them.
    """
    # Each is a task of its own, so that the first error is found in the order of the calls.
    tasks = [asyncio.ensure_future(call) for call in calls]
    await asyncio.gather(*tasks, return_exceptions=True)
    return [task.result() for task in tasks]
