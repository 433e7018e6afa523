"""What the reward server counts after many requests of every kind, and what it holds in memory then."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from inst_trans_env.files import write_jsonl
from tests.support import row

REQUESTS = 10_000
GOOD, BAD = '{"1": "Hello %d"}', "Hello %d"
KINDS = 10


@contextmanager
def served(folder: Path, *more: str) -> Iterator[tuple[str, int]]:
    """Give the address and the process id of a reward server."""
    write_jsonl(folder / "data.jsonl", [row("a"), row("b")])
    command = [sys.executable, "-m", "inst_trans_env.cli", "serve", "--reward", "--port", "0"]
    command += ["--rules", "published", "--data", str(folder / "data.jsonl"), *more]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0


def request(number: int) -> tuple[str, bytes | dict[str, Any], int, int, int]:
    """Return route, body, status, how many completions are scored, and of them those that earn 1."""
    good, bad = GOOD % number, BAD % number
    plain = {"case_id": "a", "completion": good}
    kinds: list[tuple[str, bytes | dict[str, Any], int, int, int]] = [
        ("/score", plain, 200, 1, 1),
        ("/score", {"case_id": "b", "completion": bad}, 200, 1, 0),
        ("/score", {"items": [plain, {"case_id": "b", "completion": bad}, plain]}, 200, 3, 2),
        ("/verify", {"case_id": "a", "response": good}, 200, 1, 1),
        ("/openrlhf", {"query": [f"Q{bad}"], "prompts": ["Q"], "labels": ["b"]}, 200, 1, 0),
        ("/score", b"{", 400, 0, 0),
        ("/score", {"case_id": f"nobody-{number}", "completion": good}, 400, 0, 0),
        ("/score", {"case_id": "a"}, 400, 0, 0),
        ("/openrlhf", {"query": ["A"], "prompts": ["Q"], "labels": ["b"]}, 400, 0, 0),
        ("/score", {"items": []}, 200, 0, 0),
    ]
    assert len(kinds) == KINDS
    return kinds[number % KINDS]


async def send(url: str, numbers: range) -> Counter[str]:
    """Send requests, many at once; return what has to be counted."""
    wanted: Counter[str] = Counter()
    todo = iter(numbers)
    connector = aiohttp.TCPConnector(limit=32)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def sender() -> None:
            for number in todo:
                path, body, status, scored, ones = request(number)
                sent = {"data": body} if isinstance(body, bytes) else {"json": body}
                async with session.post(f"{url}{path}", **sent) as reply:
                    text = await reply.text()
                    assert reply.status == status, text
                wanted.update(requests=1, refused=status == 400, scored=scored, ones=ones)

        await asyncio.gather(*(sender() for _ in range(32)))
    return wanted


async def counted(url: str) -> dict[str, float]:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/metrics") as reply:
        lines = (await reply.text()).split("\n")
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in lines if line[:1] not in {"", "#"})
    }


def resident(pid: int) -> int:
    """Return the memory of a process in kB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("workers", ["1", "0"])
def test_counts_are_those_of_the_requests_and_memory_does_not_grow(tmp_path: Path, workers: str) -> None:
    total = REQUESTS if workers == "1" else REQUESTS // 5
    with served(tmp_path, "--workers", workers) as (url, pid):
        wanted = asyncio.run(send(url, range(total // 5)))
        before = resident(pid)
        wanted += asyncio.run(send(url, range(total // 5, total)))
        grown = resident(pid) - before
        found = asyncio.run(counted(url))
    assert wanted["requests"] == total
    assert found["inst_trans_request_seconds_count"] == total
    assert found['inst_trans_completions_total{outcome="scored"}'] == wanted["scored"]
    assert 'inst_trans_completions_total{outcome="unknown"}' not in found
    assert found['inst_trans_refused_total{why="bad request"}'] == wanted["refused"]
    assert (
        sum(value for name, value in found.items() if name.startswith("inst_trans_refused_total"))
        == (wanted["refused"])
    )
    assert found["inst_trans_reward_count"] == wanted["scored"]
    assert found["inst_trans_reward_sum"] == wanted["ones"]
    assert found['inst_trans_reward_bucket{le="0.0"}'] == wanted["scored"] - wanted["ones"]
    assert found["inst_trans_in_work"] == 0
    # A hundred bytes a request kept would be 800 kB; the allocator's own moves are less than these.
    assert grown < 6_000
