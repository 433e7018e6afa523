"""A judge run as a process of its own: asks prompts FIRST..LAST and prints each verdict as it comes."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, parse_quality


async def main(base_url: str, cache: Path, first: int, last: int) -> None:
    config = JudgeConfig(base_url=base_url, model="gemma", backoff_s=0.01, concurrency=16)
    async with JudgeClient(config, ReplyCache(cache)) as client:

        async def ask(number: int) -> None:
            print(number, await client.ask(f"prompt {number}", parse=parse_quality), flush=True)

        await asyncio.gather(*(ask(number) for number in range(first, last)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
