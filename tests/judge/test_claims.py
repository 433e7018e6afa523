"""Clients and processes that share a cache and ask the same at the same time."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inst_trans_env.errors import JudgeError
from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, client, parse_quality
from inst_trans_env.judge.claims import Claims
from tests.judge.server import Action, JudgeServer, Request, chat, error
from tests.judge.test_processes import _expected, _script, _start, _verdicts

KEY = b"k" * 32
SLOW = Action(chat("1").body, delay_s=0.3)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[ReplyCache]:
    opened = ReplyCache(tmp_path / "c")
    yield opened
    opened.close()


# One claim


def test_a_claim_is_one_clients_until_it_is_given_back(cache: ReplyCache) -> None:
    mine, yours = Claims(cache, 60), Claims(cache, 60)
    assert mine.take(KEY)
    assert mine.take(KEY)
    assert not yours.take(KEY)
    assert yours.take(b"other")
    yours.drop(KEY)
    assert not yours.take(KEY)
    mine.drop(KEY)
    assert yours.take(KEY)
    assert not mine.take(KEY)


def test_a_claim_ends_by_itself(cache: ReplyCache) -> None:
    assert Claims(cache, -1).take(KEY)
    assert Claims(cache, 60).take(KEY)
    assert not Claims(cache, 60).take(KEY)


def test_a_claim_ends_with_its_process(cache: ReplyCache) -> None:
    code = (
        "import sys; from pathlib import Path; from inst_trans_env.judge import ReplyCache;"
        "from inst_trans_env.judge.claims import Claims;"
        "print(Claims(ReplyCache(Path(sys.argv[1])), 999).take(b'k' * 32), flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(cache.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "True\n"
    assert not Claims(cache, 60).take(KEY)
    process.kill()
    process.communicate()
    assert Claims(cache, 60).take(KEY)
    assert not Claims(cache, 60).take(KEY)


def test_without_a_cache_that_works_everybody_asks(
    cache: ReplyCache, caplog: pytest.LogCaptureFixture
) -> None:
    assert Claims(None, 60).take(KEY)
    assert Claims(cache, 60).take(KEY)
    cache._db.execute("DROP TABLE claims")
    for _ in range(2):
        assert Claims(cache, 60).take(KEY)
    assert len(caplog.records) == 1


def test_a_cache_of_before_there_were_claims_gets_them(cache: ReplyCache) -> None:
    cache._db.execute("DROP TABLE claims")
    again = ReplyCache(cache.path)
    assert Claims(again, 60).take(KEY)
    assert not Claims(again, 60).take(KEY)
    again.close()


# Clients


def together(
    script: Any, prompts: list[str], cache: ReplyCache, **options: Any
) -> tuple[list[Any], JudgeServer]:
    """Let two clients ask all prompts at the same time; return what each call gave, and the server."""

    async def run(base_url: str) -> list[Any]:
        settings = {"model": "gemma", "backoff_s": 0.001, "concurrency": 4} | options
        clients = [JudgeClient(JudgeConfig(base_url=base_url, **settings), cache) for _ in range(2)]
        async with clients[0], clients[1]:
            asks = [one.ask(prompt, parse=parse_quality) for prompt in prompts for one in clients]
            return await asyncio.gather(*asks, return_exceptions=True)

    with JudgeServer(script) as judge:
        return asyncio.run(run(judge.base_url)), judge


def _left(cache: ReplyCache) -> list[Any]:
    return cache.run("SELECT owner FROM claims", ())


def test_two_clients_ask_each_question_once(cache: ReplyCache) -> None:
    results, judge = together([Action(chat("1").body, delay_s=0.05)], [f"p{n}" for n in range(40)], cache)
    assert results == [1] * 80
    assert Counter(request.prompt for request in judge.requests) == {f"p{n}": 1 for n in range(40)}
    assert _left(cache) == []


def test_where_one_fails_the_other_asks(cache: ReplyCache) -> None:
    def script(request: Request) -> Action:
        return Action(error(401).body, 401, delay_s=0.2) if request.number == 0 else chat("1")

    results, judge = together(script, ["p"], cache)
    assert [result for result in results if not isinstance(result, JudgeError)] == [1]
    assert len(judge.requests) == 2
    assert _left(cache) == []


def test_a_reply_that_is_no_verdict_to_who_waits_is_asked_again(cache: ReplyCache) -> None:
    def read(text: str) -> float:
        if text != "2":
            raise ValueError("not what I asked for")
        return 2.0

    async def run(base_url: str) -> list[float]:
        clients = [JudgeClient(JudgeConfig(base_url=base_url, model="gemma"), cache) for _ in range(2)]
        async with clients[0], clients[1]:
            first = asyncio.create_task(clients[0].ask("p", parse=parse_quality))
            await asyncio.sleep(0.1)
            return [await clients[1].ask("p", parse=read), await first]

    with JudgeServer(lambda request: SLOW if request.number == 0 else chat("2")) as judge:
        assert asyncio.run(run(judge.base_url)) == [2, 1]
    assert len(judge.requests) == 2


def test_a_long_wait_for_another_is_told_of(
    cache: ReplyCache, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_TOLD_AFTER_S", 0.15)
    with caplog.at_level(logging.WARNING):
        results, _ = together([SLOW], ["p"], cache)
    assert results == [1, 1]
    assert [record.getMessage() for record in caplog.records] == [
        "judge gemma: another process asks the same and has no verdict yet"
    ]


def test_who_waits_for_another_still_ends_with_its_own_run(cache: ReplyCache) -> None:
    def script(request: Request) -> Action:
        return error(401) if request.prompt == "bad" else Action(chat("1").body, delay_s=1.5)

    async def run(base_url: str) -> tuple[list[Any], float]:
        config = JudgeConfig(base_url=base_url, model="gemma", fail_together=True)
        holder, waiter = JudgeClient(config, cache), JudgeClient(config, cache)
        async with holder, waiter:
            slow = asyncio.create_task(holder.ask("p", parse=parse_quality))
            await asyncio.sleep(0.2)
            start = time.monotonic()
            asks = [waiter.ask(prompt, parse=parse_quality) for prompt in ("p", "bad")]
            results = await asyncio.gather(*asks, return_exceptions=True)
            took_s = time.monotonic() - start
            return [await slow, *results], took_s

    with JudgeServer(script) as judge:
        (slow, *results), took_s = asyncio.run(run(judge.base_url))
    assert slow == 1
    assert all(isinstance(result, JudgeError) and "HTTP 401" in str(result) for result in results)
    assert took_s < 1
    assert _left(cache) == []


def test_a_caller_that_goes_gives_its_claim_back(cache: ReplyCache) -> None:
    async def run(base_url: str) -> float:
        clients = [JudgeClient(JudgeConfig(base_url=base_url, model="gemma"), cache) for _ in range(2)]
        async with clients[0], clients[1]:
            first = asyncio.create_task(clients[0].ask("p", parse=parse_quality))
            await asyncio.sleep(0.1)
            second = asyncio.create_task(clients[1].ask("p", parse=parse_quality))
            await asyncio.sleep(0.1)
            first.cancel()
            return await second

    with JudgeServer(lambda request: Action(chat("1").body, delay_s=0 if request.number else 30)) as judge:
        assert asyncio.run(asyncio.wait_for(run(judge.base_url), 10)) == 1
    assert _left(cache) == []


# Processes


def test_processes_ask_each_question_once(tmp_path: Path) -> None:
    with JudgeServer(_script) as judge:
        runs = [_start(judge, tmp_path / "c", 0, 300) for _ in range(3)]
        assert [_verdicts(run) for run in runs] == [_expected(0, 300)] * 3
    assert set(Counter(request.prompt for request in judge.requests).values()) == {1}


def test_a_process_takes_over_at_once_what_a_killed_one_had_asked(tmp_path: Path) -> None:
    hangs = True

    def script(request: Request) -> Action:
        return Action(_script(request).body, delay_s=60 if hangs else 0)

    with JudgeServer(script) as judge:
        killed = _start(judge, tmp_path / "c", 0, 16)
        while len(judge.requests) < 16:
            time.sleep(0.01)
        waiting = _start(judge, tmp_path / "c", 0, 16)
        time.sleep(1.5)
        assert len(judge.requests) == 16
        hangs = False
        os.kill(killed.pid, signal.SIGKILL)
        killed.communicate()
        start = time.monotonic()
        assert _verdicts(waiting) == _expected(0, 16)
    assert time.monotonic() - start < 10
    assert len(judge.requests) == 32
