"""Small runs of synthesis for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import Any

from inst_trans_env.lift.load import CONFIGS
from inst_trans_env.lift.synthesis import Made, Order, Parameters, Synthesis, load_topics


def order(configs: Sequence[str] = tuple(CONFIGS), **fields: Any) -> Order:
    return Order(load_topics(), [Parameters.parse(name) for name in configs], **fields)


async def everything(synthesis: Synthesis) -> list[Made]:
    return [made async for documents in synthesis.documents() for made in documents]


def make(synthesis: Synthesis) -> list[Made]:
    return asyncio.run(everything(synthesis))


@cache
def ten_configs() -> tuple[Made, ...]:
    return tuple(make(Synthesis(order(seed=1, train=8, test=4))))
