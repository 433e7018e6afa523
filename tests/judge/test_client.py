from __future__ import annotations

import asyncio
import gzip
import json
import logging
import math
import os
import re
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.judge import (
    BudgetExceededError,
    JudgeClient,
    JudgeConfig,
    Price,
    Prompt,
    ReplyCache,
    RequestRefusedError,
    Usage,
    cost,
    parse_quality,
    parse_soft,
)
from tests.judge import server
from tests.judge.server import Action, JudgeServer, Request, Script, chat, error

T = TypeVar("T")
KEY = "sk-secret-0123456789"
ONE = chat("1")


def drive(
    script: Script | Sequence[Action],
    use: Callable[[JudgeClient], Awaitable[T]],
    *,
    cache: ReplyCache | None = None,
    **options: Any,
) -> tuple[T, JudgeServer, JudgeClient]:
    """Run `use` with a client of a server that follows `script`, with pauses short enough for tests."""
    options = {"model": "gemma", "key": KEY, "backoff_s": 0.001, "attempt_timeout_s": 5.0} | options

    async def run(base_url: str) -> tuple[T, JudgeClient]:
        async with JudgeClient(JudgeConfig(base_url=base_url, **options), cache) as client:
            return await use(client), client

    with JudgeServer(script) as judge:
        result, client = asyncio.run(run(judge.base_url))
    return result, judge, client


def ask_one(client: JudgeClient) -> Awaitable[float]:
    return client.ask("p", parse=parse_quality)


FAULTS = {
    "429": error(429, "slow down"),
    "500": error(500),
    "503 without JSON": Action(b"<html><h1>503</h1></html>", 503, {"Content-Type": "text/html"}),
    "408": error(408),
    "reset in mid-body": Action(ONE.body, cut=40),
    "reset before the body": Action(ONE.body, cut=0),
    "truncated JSON": Action(ONE.body[:-30]),
    "HTML error page with 200": Action(
        b"<!doctype html><title>Error</title>", headers={"Content-Type": "text/html"}
    ),
    "empty body": Action(b""),
    "empty choices": Action(b'{"choices": []}'),
    "content null": chat(None),
    "reasoning only": chat(None, reasoning_content="1"),
    "cut off": chat("0", finish="length"),
    "error in a 200": Action(b'{"error": {"message": "upstream overloaded"}}'),
    "true": chat("true"),
    "0.50": chat("0.50"),
    "1.": chat("1."),
    "quoted": chat('"1"'),
    "an object": chat('{"score": 7}'),
    "prose": chat("The score is 1"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_passing_fault_is_asked_again(name: str) -> None:
    score, judge, client = drive([FAULTS[name], FAULTS[name], chat("[0.5]")], ask_one)
    assert score == 0.5
    assert len(judge.requests) == client.ledger.requests == 3
    assert sum(client.ledger.retried.values()) == 2


@pytest.mark.parametrize("name", FAULTS)
def test_a_lasting_fault_is_an_error_after_six_attempts_and_never_a_score(name: str, tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c")
    with JudgeServer([FAULTS[name]]) as judge:
        config = JudgeConfig(base_url=judge.base_url, model="gemma", key=KEY, backoff_s=0.001)

        async def run() -> None:
            async with JudgeClient(config, cache) as client:
                await client.ask("p", parse=parse_quality)

        with pytest.raises(JudgeError, match=r"in 6 attempts.*run the same command again") as caught:
            asyncio.run(run())
    assert len(judge.requests) == 6
    assert KEY not in str(caught.value)
    assert cache.stats() == []
    cache.close()


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 301, 307])
def test_a_refusal_is_not_asked_again(status: int) -> None:
    refusal = error(status, f"your key {KEY} is bad", Location=f"http://127.0.0.1:9/{KEY}")
    said = "your key .key. is bad" if status >= 400 else "moved to http://127.0.0.1:9/.key."
    with pytest.raises(RequestRefusedError, match=f"HTTP {status}: {said}") as caught:
        drive([refusal], ask_one)
    assert caught.value.status == status
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "advice"),
    [
        ("HTML error page with 200", "most end in /v1"),
        ("error in a 200", "is an error: upstream overloaded.*well again"),
        ("truncated JSON", "most end in /v1"),
        ("408", "it gave up waiting for a request"),
        ("cut off", "without reasoning first"),
        ("reasoning only", "without reasoning first"),
        ("prose", "--judge-schema"),
    ],
)
def test_the_advice_fits_the_fault(reply: str, advice: str) -> None:
    with pytest.raises(JudgeError, match=advice):
        drive([FAULTS[reply]], ask_one, attempts=1)


def test_a_reply_that_never_ends_is_cut_short_with_advice() -> None:
    with pytest.raises(JudgeError, match=r"larger than 8388608 bytes.*most end in /v1"):
        drive([Action(b" " * (9 * 2**20))], ask_one, attempts=1)


def test_an_exhausted_quota_is_not_waited_for() -> None:
    body = b'{"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}'
    with pytest.raises(RequestRefusedError, match="no quota left"):
        drive([Action(body, 429)], ask_one)


def _ask_at(base_url: str, **options: Any) -> tuple[str, float]:
    """Return what a client says that asks once at an address where no server answers, and after how long."""

    async def run() -> None:
        async with JudgeClient(JudgeConfig(base_url=base_url, model="gemma", **options)) as client:
            await client.ask("p", parse=parse_quality)

    start = time.monotonic()
    with pytest.raises(JudgeError) as caught:
        asyncio.run(run())
    return str(caught.value), time.monotonic() - start


def test_a_refused_connection_is_told_within_seconds() -> None:
    said, took_s = _ask_at("http://127.0.0.1:9/v1")
    assert re.search(r"connection failed.*check the address \(JUDGE_API_BASE\)", said)
    assert 0.4 < took_s < 15


def test_a_name_that_does_not_resolve_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*args: object, **kwargs: object) -> None:
        raise socket.gaierror(code, "no")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    code = socket.EAI_NONAME
    said, took_s = _ask_at("http://judge.invalid/v1", backoff_s=30.0)
    assert "judge.invalid" in said
    assert "check the address (JUDGE_API_BASE)" in said
    assert took_s < 10
    # That the name server is out may pass.
    code = socket.EAI_AGAIN
    assert _ask_at("http://judge.invalid/v1", attempts=2, backoff_s=0.4)[1] > 0.19


@contextmanager
def _one_reply(reply: bytes) -> Iterator[int]:
    """Give the port of a server that says this to whatever it is sent first."""

    def serve() -> None:
        connection, _ = server.accept()
        with connection:
            connection.recv(1000)
            connection.sendall(reply)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def test_a_proxy_that_refuses_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with _one_reply(reply) as port:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        said, took_s = _ask_at("https://judge.invalid/v1", backoff_s=30.0)
    assert re.search(r"HTTP 407.*give the proxy \(HTTPS_PROXY\)", said)
    assert took_s < 10


def test_no_secure_connection_is_told_at_once() -> None:
    with _one_reply(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        said, took_s = _ask_at(f"https://127.0.0.1:{port}/v1", backoff_s=30.0)
    assert "check the address (JUDGE_API_BASE)" in said
    assert took_s < 10


def test_a_server_that_answered_once_is_waited_for_in_full() -> None:
    async def use(client: JudgeClient) -> float:
        await client.ask("a", parse=parse_quality)
        # From here on there is nobody at the address.
        base_url, client._transport._base_url = client._transport._base_url, "http://127.0.0.1:9/v1"
        waiting = asyncio.create_task(client.ask("b", parse=parse_quality))
        while client.ledger.retried["unreachable"] < 5:
            await asyncio.sleep(0.001)
        client._transport._base_url = base_url
        return await waiting

    assert drive([ONE], use)[0] == 1


def test_waiting_is_told_of_but_not_by_every_call(caplog: pytest.LogCaptureFixture) -> None:
    async def use(client: JudgeClient) -> None:
        asks = [asyncio.create_task(client.ask(f"p{number}", parse=parse_quality)) for number in range(20)]
        await asyncio.wait(asks, timeout=0.3)
        for ask in asks:
            ask.cancel()
        await asyncio.wait(asks)

    with caplog.at_level(logging.WARNING):
        drive([error(429, f"slow down, {KEY}", Retry_After="6")], use)
    assert [record.getMessage() for record in caplog.records] == [
        "judge gemma: HTTP 429: slow down, [key]; next attempt in 6 s"
    ]


def test_where_one_failure_ends_a_run_nothing_is_sent_after_it_and_what_is_on_its_way_is_kept(
    tmp_path: Path,
) -> None:
    def script(request: Request) -> Action:
        if request.prompt == "slow":
            return Action(ONE.body, delay_s=0.5)
        return error(401) if request.prompt == "refused" else error(503)

    async def use(client: JudgeClient) -> tuple[list[Any], float]:
        slow, waits = (
            asyncio.create_task(client.ask(name, parse=parse_quality)) for name in ("slow", "waits")
        )
        await asyncio.sleep(0.2)
        start = time.monotonic()
        more = [client.ask(name, parse=parse_quality) for name in ("refused", "later")]
        results = await asyncio.gather(slow, waits, *more, return_exceptions=True)
        return results, time.monotonic() - start

    cache = ReplyCache(tmp_path / "c")
    options = {"fail_together": True, "backoff_s": 30.0, "concurrency": 3, "cache": cache}
    (results, took_s), judge, _ = drive(script, use, **options)
    assert results[0] == 1
    assert all(isinstance(result, JudgeError) and "HTTP 401" in str(result) for result in results[1:])
    assert took_s < 10
    assert [request.prompt for request in judge.requests] == ["slow", "waits", "refused"]
    assert cache.stats()[0]["replies"] == 1
    cache.close()


def test_a_failed_vote_leaves_the_others_their_answers(tmp_path: Path) -> None:
    def script(request: Request) -> Action:
        return error(400) if request.number == 0 else Action(ONE.body, delay_s=0.1)

    cache = ReplyCache(tmp_path / "c")
    with pytest.raises(RequestRefusedError):
        drive(script, ask_one, votes=3, cache=cache)
    assert cache.stats()[0]["replies"] == 2
    cache.close()


def test_retry_after_is_honoured() -> None:
    start = time.monotonic()
    drive([error(429, Retry_After="1"), ONE], ask_one)
    assert 1.0 <= time.monotonic() - start < 3


def test_a_wait_past_the_deadline_is_an_error_at_once() -> None:
    start = time.monotonic()
    with pytest.raises(JudgeError, match=r"due in 8640. s, past the deadline"):
        drive([error(429, Retry_After="86400")], ask_one)
    assert time.monotonic() - start < 5


def test_a_slow_first_byte_is_waited_for_within_the_attempts_timeout() -> None:
    score, judge, _ = drive([Action(ONE.body, delay_s=0.3)], ask_one)
    assert (score, len(judge.requests)) == (1, 1)


def test_a_first_byte_that_does_not_come_is_asked_again() -> None:
    score, _, client = drive([Action(ONE.body, delay_s=9), ONE], ask_one, attempt_timeout_s=0.2)
    assert score == 1
    assert client.ledger.retried == {"timeout": 1}


def test_the_deadline_covers_all_attempts_but_not_the_wait_for_a_slot() -> None:
    with pytest.raises(JudgeError, match=r"no verdict within 0.3 s"):
        drive([Action(ONE.body, delay_s=9)], ask_one, deadline_s=0.3)

    async def many(client: JudgeClient) -> list[float]:
        return await asyncio.gather(*(client.ask(f"p{i}", parse=parse_quality) for i in range(8)))

    scores, _, _ = drive([Action(ONE.body, delay_s=0.2)], many, concurrency=1, deadline_s=0.8)
    assert scores == [1] * 8


def test_a_thousand_calls_at_once_through_faults_each_get_their_own_verdict() -> None:
    def script(request: Request) -> Action:
        if request.number % 7 == 3:
            return list(FAULTS.values())[request.number % len(FAULTS)]
        return Action(chat(("0", "0.5", "1")[int(request.prompt) % 3]).body, delay_s=0.01)

    async def many(client: JudgeClient) -> list[float]:
        return await asyncio.gather(*(client.ask(str(i), parse=parse_quality) for i in range(1000)))

    scores, judge, client = drive(script, many, concurrency=48, attempts=12)
    assert scores == [(0, 0.5, 1)[i % 3] for i in range(1000)]
    assert client.ledger.answers == 1000
    assert len(judge.requests) == client.ledger.requests
    assert 8 <= judge.most_at_once <= 48


def test_equal_prompts_in_flight_share_one_call() -> None:
    async def twins(client: JudgeClient) -> list[float]:
        return await asyncio.gather(*(client.ask(f"p{i % 2}", parse=parse_quality) for i in range(40)))

    scores, judge, client = drive([Action(ONE.body, delay_s=0.1)], twins)
    assert scores == [1] * 40
    assert len(judge.requests) == 2
    assert client.ledger.shared == 38


def test_a_cancelled_caller_does_not_take_the_call_from_the_others() -> None:
    async def use(client: JudgeClient) -> float:
        first = asyncio.create_task(client.ask("p", parse=parse_quality))
        second = asyncio.create_task(client.ask("p", parse=parse_quality))
        await asyncio.sleep(0.1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        return await second

    score, judge, _ = drive([Action(ONE.body, delay_s=0.3)], use)
    assert (score, len(judge.requests)) == (1, 1)


def test_when_the_last_caller_goes_the_call_is_dropped_and_can_be_asked_anew() -> None:
    async def use(client: JudgeClient) -> float:
        only = asyncio.create_task(client.ask("p", parse=parse_quality))
        await asyncio.sleep(0.1)
        only.cancel()
        await asyncio.sleep(0)
        return await client.ask("p", parse=parse_quality)

    score, judge, _ = drive([Action(ONE.body, delay_s=2), ONE], use)
    assert (score, len(judge.requests)) == (1, 2)


def test_an_error_reaches_everyone_who_waits_for_the_call() -> None:
    async def use(client: JudgeClient) -> list[Any]:
        asks = (client.ask("p", parse=parse_quality) for _ in range(5))
        return await asyncio.gather(*asks, return_exceptions=True)

    results, judge, _ = drive([Action(error(401).body, 401, delay_s=0.1)], use)
    assert [type(result) for result in results] == [RequestRefusedError] * 5
    assert len(judge.requests) == 1


@pytest.mark.parametrize(
    ("model", "path"), [("gemma", "/v1/chat/completions"), ("gpt-5.6-sol", "/v1/responses")]
)
def test_requests_go_out_as_stated(model: str, path: str) -> None:
    _, judge, _ = drive(lambda request: server.answer(request, "1"), ask_one, model=model)
    request = judge.requests[0]
    assert request.path == path
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["model"] == model
    assert request.prompt == "p"


def test_without_a_key_no_authorization_is_sent() -> None:
    _, judge, _ = drive([ONE], ask_one, key="")
    assert "authorization" not in judge.requests[0].headers


def test_another_model_can_be_named_per_call() -> None:
    _, judge, _ = drive([ONE], lambda client: client.ask("p", parse=parse_quality, model="other"))
    assert judge.requests[0].body["model"] == "other"


def test_lone_surrogates_reach_the_server_as_replacement_characters() -> None:
    _, judge, _ = drive([ONE], lambda client: client.ask("a\ud800b", parse=parse_quality))
    assert judge.requests[0].prompt == "a\ufffdb"


def test_the_environments_proxy_is_used_and_bypassed(monkeypatch: pytest.MonkeyPatch) -> None:
    with JudgeServer([ONE]) as proxy:
        monkeypatch.setenv("http_proxy", f"http://me:pass@127.0.0.1:{proxy.port}")
        monkeypatch.setenv("no_proxy", "127.0.0.1")

        async def run(base_url: str) -> float:
            async with JudgeClient(JudgeConfig(base_url=base_url, model="gemma")) as client:
                return await ask_one(client)

        assert asyncio.run(run("http://judge.example/v1")) == 1
        _, direct, _ = drive([ONE], ask_one)
    assert [request.path for request in proxy.requests] == ["http://judge.example/v1/chat/completions"]
    assert proxy.requests[0].headers["proxy-authorization"] == "Basic bWU6cGFzcw=="
    assert len(direct.requests) == 1


# Votes


def test_votes_are_separate_calls_and_the_majority_counts(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c")
    script = server.in_turn(chat("1"), chat("0"), chat("1"))
    score, judge, _ = drive(script, ask_one, votes=3, concurrency=1, cache=cache)
    assert (score, len(judge.requests)) == (1, 3)
    assert cache.stats()[0]["replies"] == 3
    cache.close()


@pytest.mark.parametrize("votes", [0, 2, -1])
def test_votes_must_be_odd(votes: int) -> None:
    with pytest.raises(UserError, match="votes must be odd"):
        JudgeConfig(base_url="http://h/v1", votes=votes)


# JSON schema

SOFT = Prompt("p", schema={"type": "object"})
SOFT_REPLY = '{"style_consistency": {"score": 1, "note": "ok"}}'


def _ask_soft(client: JudgeClient) -> Awaitable[Any]:
    return client.ask(SOFT, parse=lambda text: parse_soft(text, ["style_consistency"]))


def test_the_schema_is_sent_only_when_asked_for() -> None:
    _, plain, _ = drive([chat(SOFT_REPLY)], _ask_soft)
    _, schemed, _ = drive([chat(SOFT_REPLY)], _ask_soft, json_schema=True)
    assert "response_format" not in plain.requests[0].body
    assert schemed.requests[0].body["response_format"]["json_schema"]["schema"] == {"type": "object"}


def test_an_endpoint_that_refuses_the_schema_is_asked_without_it_from_then_on() -> None:
    def script(request: Request) -> Action:
        refuses = "response_format" in request.body
        return error(400, "response_format is not supported") if refuses else chat(SOFT_REPLY)

    async def use(client: JudgeClient) -> None:
        await _ask_soft(client)
        await client.ask(Prompt("q", schema={"type": "object"}), parse=str)

    _, judge, client = drive(script, use, json_schema=True)
    assert ["response_format" in request.body for request in judge.requests] == [True, False, False]
    assert client.ledger.failed == 0


def test_a_bad_request_that_is_not_about_the_schema_stays_an_error() -> None:
    with pytest.raises(RequestRefusedError, match="too long"):
        drive([error(400, "the prompt is too long")], _ask_soft, json_schema=True)


# Budget


def test_max_calls_stops_before_the_next_request() -> None:
    async def use(client: JudgeClient) -> list[Any]:
        asks = (client.ask(str(i), parse=parse_quality) for i in range(10))
        return await asyncio.gather(*asks, return_exceptions=True)

    results, judge, _ = drive([ONE], use, max_calls=4)
    assert len(judge.requests) == 4
    assert [type(result) for result in results].count(BudgetExceededError) == 6
    assert results.count(1.0) == 4


def test_max_cost_stops_before_it_is_passed_and_answers_from_the_cache_go_on(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c")
    dollar_a_call = chat("1", usage=(1_000_000, 0))

    async def use(client: JudgeClient) -> float:
        for i in range(3):
            await client.ask(str(i), parse=parse_quality)
        with pytest.raises(BudgetExceededError, match=r"limit of \$3"):
            await client.ask("3", parse=parse_quality)
        return await client.ask("0", parse=parse_quality)

    score, judge, client = drive([dollar_a_call], use, price=Price(1, 1), max_cost=3.0, cache=cache)
    assert (score, len(judge.requests), client.ledger.cost) == (1, 3, 3.0)
    cache.close()


def test_calls_in_flight_count_towards_the_cost() -> None:
    prompts = [Prompt(f"{i:04}" * 1000, expected_tokens=0) for i in range(20)]  # 1,000 tokens each

    async def use(client: JudgeClient) -> list[Any]:
        return await asyncio.gather(
            *(client.ask(prompt, parse=parse_quality) for prompt in prompts), return_exceptions=True
        )

    slow = Action(chat("1", usage=(1000, 0)).body, delay_s=0.1)
    results, judge, client = drive([slow], use, price=Price(1000, 0), max_cost=5.0)
    assert len(judge.requests) == 5
    assert "stopped at $5.0000, calls on their way included" in str(results[-1])
    assert client.ledger.cost == pytest.approx(5.0)


def test_max_cost_needs_a_price() -> None:
    with pytest.raises(UserError, match="give --price IN,OUT"):
        JudgeConfig(base_url="http://h/v1", max_cost=1)
    JudgeConfig(base_url="http://h/v1", model="gpt-4o-mini", max_cost=1)


@pytest.mark.parametrize("cost", [math.nan, math.inf, -0.01])
def test_max_cost_is_a_number_of_dollars(cost: float) -> None:
    with pytest.raises(UserError, match=f"--max-cost must be .* not {cost}"):
        JudgeConfig(base_url="http://x/v1", price=Price(1, 1), max_cost=cost)


def test_tokens_and_cost_are_booked_invalid_verdicts_included() -> None:
    usage = Usage()
    _, _, client = drive(
        [chat("true", usage=(1000, 10)), chat("1", usage=(1000, 10))],
        lambda client: client.ask("p", parse=parse_quality, usage=usage),
        price=Price(1, 100),
    )
    assert (usage.calls, usage.tokens_sent, usage.tokens_received) == (1, 2000, 20)
    assert client.ledger.cost == pytest.approx(0.004)
    assert client.ledger.to_dict()["tokens_sent"] == 2000


def test_a_reply_that_names_no_tokens_is_estimated_and_says_so() -> None:
    _, _, client = drive(
        [chat("1", usage=None)], lambda client: client.ask("word " * 80, parse=parse_quality)
    )
    assert (client.ledger.unmetered, client.ledger.tokens_sent) == (1, 100)


def test_a_plan_counts_equal_and_cached_prompts_once_and_makes_no_call(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c")
    prompts = [Prompt(text * 400, expected_tokens=2) for text in ("aaaa", "bbbb", "aaaa", "cccc")]

    async def use(client: JudgeClient) -> Any:
        await client.ask(prompts[1], parse=parse_quality)
        return client.plan(prompts)

    plan, judge, _ = drive([ONE], use, cache=cache, price=Price(1000, 1000))
    assert (plan.calls, plan.cached, plan.tokens_sent, plan.tokens_received) == (2, 1, 800, 4)
    assert plan.cost == pytest.approx(0.804)
    assert len(judge.requests) == 1
    cache.close()


# Configuration and secrets


@pytest.mark.parametrize(
    "url",
    [
        *("", "h/v1", "ftp://h/v1", "https://", "http://h:x/v1", "http://h:0/v1", "http://h:99999/v1"),
        *("https://h/v1?k=1", "https://h/v1#a", "http://[/v1", "http://h\\v1", "http://h..x/v1"),
        *(
            "http:// h/v1",
            "http://h/v1 ",
            "http://h/v1\n",
            "\thttp://h/v1",
            "http://h/\x01",
            "http://h/\ud800",
        ),
        f"http://{'a' * 300}/v1",
        "https://me:hunter2@h/v1 ?",
    ],
)
def test_an_endpoint_that_cannot_be_is_a_users_mistake(url: str) -> None:
    with pytest.raises(UserError, match="JUDGE_API_BASE") as caught:
        JudgeConfig(base_url=url)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "base_url"),
    [
        ("https://h/v1/", "https://h/v1"),
        ("HTTP://h", "HTTP://h"),
        ("http://[::1]:80/v1", "http://[::1]:80/v1"),
        ("http://ü.de/v1", "http://ü.de/v1"),
        ("http://my_host.:8000", "http://my_host.:8000"),
    ],
)
def test_endpoints_that_can_be(url: str, base_url: str) -> None:
    assert JudgeConfig(base_url=url).base_url == base_url


@pytest.mark.parametrize("path", ["/chat/completions", "/responses", "/responses/"])
def test_an_address_with_the_path_of_a_request_says_what_to_set(path: str) -> None:
    with pytest.raises(UserError, match=r"must end before /.*: set it to https://h/v1$"):
        JudgeConfig(base_url=f"https://h/v1{path}")


@pytest.mark.parametrize("name", ["attempt_timeout_s", "deadline_s", "backoff_s"])
@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf])
def test_times_must_be_times(name: str, seconds: float) -> None:
    with pytest.raises(UserError, match=f"{name} must be a number of seconds"):
        JudgeConfig(base_url="http://h", **{name: seconds})  # type: ignore[arg-type]


def test_more_calls_at_once_than_files_may_be_open_are_refused() -> None:
    limit, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        JudgeConfig(base_url="http://h", concurrency=160)
        with pytest.raises(UserError, match=r"--concurrency 180 needs more than the 200 files.*ulimit -n"):
            JudgeConfig(base_url="http://h", concurrency=180)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def test_a_lack_of_free_files_in_mid_run_is_waited_for_and_named() -> None:
    async def use(client: JudgeClient) -> list[float]:
        asks = (client.ask(f"p{number}", parse=parse_quality) for number in range(60))
        return await asyncio.gather(*asks)

    async def run(base_url: str, **options: Any) -> tuple[list[float], JudgeClient]:
        config = JudgeConfig(base_url=base_url, model="gpt-4o-mini", backoff_s=0.01, **options)
        cost._table.cache_clear()
        async with JudgeClient(config) as client:
            used = len(os.listdir("/dev/fd"))
            limit, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (used + 20, hard))
            try:
                return await use(client), client
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))

    with _server_of_its_own() as base_url:
        scores, client = asyncio.run(run(base_url, attempts=20))
        assert scores == [1] * 60
        assert client.ledger.retried["too many open files"] > 0
        assert client.ledger.cost
        with pytest.raises(JudgeError, match=r"Too many open files.*lower --concurrency"):
            asyncio.run(run(base_url, attempts=1))


@contextmanager
def _server_of_its_own() -> Iterator[str]:
    """Give the address of a server in a process of its own, whose files are not ours."""
    code = (
        "import sys; from tests.judge.server import Action, JudgeServer, chat\n"
        "with JudgeServer([Action(chat('1').body, delay_s=0.1)]) as judge:\n"
        "    print(judge.base_url, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code]
    root = Path(__file__).parents[2]
    process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.communicate()


@pytest.mark.parametrize("model", ["", " ", "a\nb", "a\x00", "\ud800", "a|rules:strict.2"])
def test_a_model_must_have_a_name(model: str) -> None:
    with pytest.raises(UserError, match="must have a printable name"):
        JudgeConfig(base_url="http://h", model=model)


@pytest.mark.parametrize("reply", [b"SSH-2.0-OpenSSH_9\r\n", b"\x15\x03\x01\x00\x02\x02\x46\r\n"])
def test_a_server_that_speaks_no_http_is_most_likely_the_wrong_one(reply: bytes) -> None:
    with _one_reply(reply) as port:
        said, _ = _ask_at(f"http://127.0.0.1:{port}/v1", attempts=1)
    assert "the server speaks no HTTP" in said
    assert "check that JUDGE_API_BASE is an API's address" in said


def test_credentials_in_the_url_are_refused_without_showing_them() -> None:
    with pytest.raises(UserError, match="JUDGE_API_KEY") as caught:
        JudgeConfig(base_url="https://me:hunter2@h/v1")
    assert "hunter2" not in str(caught.value)


def test_endpoint_and_key_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_API_BASE", "https://h/v1/")
    monkeypatch.setenv("JUDGE_API_KEY", KEY)
    config = JudgeConfig.from_env(votes=3)
    assert (config.base_url, config.key, config.model, config.votes) == (
        "https://h/v1",
        KEY,
        "gpt-5.6-sol",
        3,
    )
    assert KEY not in repr(config)
    monkeypatch.setenv("JUDGE_API_KEY", KEY + "\n")
    with pytest.raises(UserError, match="white space"):
        JudgeConfig.from_env()


def test_the_key_is_neither_written_nor_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    cache = ReplyCache(tmp_path / "c")
    _, _, client = drive([error(500, f"bad {KEY}"), ONE], ask_one, cache=cache)
    assert KEY not in json.dumps(client.ledger.to_dict()) + json.dumps(list(cache.rows())) + caplog.text
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert written
    assert KEY.encode() not in written
    cache.close()


def test_asking_outside_of_the_context_says_what_is_missing() -> None:
    client = JudgeClient(JudgeConfig(base_url="http://127.0.0.1:9/v1"))
    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(client.ask("p", parse=parse_quality))


def test_a_client_can_be_entered_again_in_another_loop(tmp_path: Path) -> None:
    with JudgeServer([ONE]) as judge:
        client = JudgeClient(JudgeConfig(base_url=judge.base_url, model="gemma"))

        async def run(prompt: str) -> float:
            async with client, client:
                return await client.ask(prompt, parse=parse_quality)

        assert [asyncio.run(run(prompt)) for prompt in "ab"] == [1, 1]
    assert client.ledger.answers == 2


def test_a_key_that_the_endpoint_repeats_goes_nowhere() -> None:
    said = [chat(f"1 {KEY}" + "x" * 500), error(401, "x" * 285 + f" Bearer {KEY}")]

    async def use(client: JudgeClient) -> tuple[str, str]:
        seen = await client.ask("q", parse=str)
        with pytest.raises(JudgeError) as caught:
            await client.ask("another", parse=str)
        return seen, str(caught.value)

    (seen, message), _, _ = drive(said, use)
    assert "[key]" in seen
    assert KEY[:9] not in seen + message


def test_a_key_that_comes_back_escaped_goes_nowhere_either() -> None:
    key = "sk/secret/0123"
    note = json.dumps({"a": {"score": 1, "note": f"Bearer {key}"}})
    replies = [
        chat(note),
        chat(note.replace("/", "\\/")),
        Action(chat(note.replace("/", "\\/")).body.replace(b"/", b"\\/")),
        Action(chat(note).body.replace(b"/", b"\\/")),
    ]

    async def use(client: JudgeClient) -> list[str]:
        asks = [await client.ask(str(n), parse=lambda text: parse_soft(text, ["a"])) for n in range(4)]
        return [verdict["a"].note for verdict in asks]

    assert drive(replies, use, key=key)[0] == ["Bearer [key]"] * 4


BROKEN = {
    "gzip that is none": Action(b"xxxx", headers={"Content-Encoding": "gzip"}),
    "a gzip bomb": Action(gzip.compress(b"0" * (20 << 20)), headers={"Content-Encoding": "gzip"}),
    "a negative length": Action(b"x", headers={"Content-Length": "-5"}),
    "a huge header": Action(b"x", headers={"X": "y" * 100_000}),
    "no such status": Action(b"x", status=99),
    "deep nesting": Action(b"[" * 200_000),
    "a huge number": Action(b'{"choices": ' + b"1" * 5000 + b"}"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_hardly_http_or_json_is_an_error_in_one_line(name: str) -> None:
    with pytest.raises(JudgeError, match="no verdict in 2 attempts") as caught:
        drive([BROKEN[name]], ask_one, attempts=2)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 800


def test_a_reply_that_names_absurd_tokens_is_estimated(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c")
    score, _, client = drive([chat("1", usage=(10**30, 1))], ask_one, cache=cache)
    assert (score, client.ledger.unmetered) == (1, 1)
    assert cache.stats()[0]["replies"] == 1
    cache.close()
