from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from inst_trans_env import Scorer, Task
from inst_trans_env.errors import JudgeError
from inst_trans_env.judge import QualityJudgement, SoftJudgement
from inst_trans_env.serve.reward import BATCH, RewardServer
from inst_trans_env.serve.workers import Workers
from inst_trans_env.trainers import TaskReward
from tests.support import task

GOOD, BAD = '{"1": "Hello"}', "Hello"
TASKS = [
    task('{"1": "你好"}', "format_preserve", case_id="a"),
    task('{"1": "你好"}', "format_preserve", "style_consistency", case_id="b"),
]


class Down:
    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        raise JudgeError("judge is down")

    async def quality(self, task: Task, prediction: str) -> QualityJudgement:
        raise JudgeError("judge is down")


class Slow(Down):
    async def soft(self, task: Task, prediction: str, ids: Sequence[str]) -> SoftJudgement:
        await asyncio.sleep(0.3)
        return SoftJudgement(dict.fromkeys(ids, 1.0), {})


Ask = Callable[..., Awaitable[tuple[int, Any]]]


def talk(conversation: Callable[[Ask], Awaitable[None]], *, judge: Any = None, **options: Any) -> None:
    """Run a conversation with a server on a real socket."""

    async def run() -> None:
        server = RewardServer(TaskReward(TASKS, Scorer("published", judge)), **options)
        async with TestClient(TestServer(server.app())) as client:

            async def ask(path: str, body: Any = None, raw: bytes | None = None) -> tuple[int, Any]:
                data = raw if raw is not None else json.dumps(body).encode()
                async with client.request("GET" if body is raw is None else "POST", path, data=data) as reply:
                    text = await reply.text()
                    return reply.status, json.loads(text) if text.startswith("{") else text

            await conversation(ask)

    asyncio.run(run())


@pytest.mark.parametrize("workers", [0, 1])
def test_one_and_many_completions(workers: int) -> None:
    async def conversation(ask: Ask) -> None:
        assert await ask("/score", {"case_id": "a", "completion": GOOD}) == (
            200,
            {"reward": 1.0, "metrics": {"format_preserve": 1.0}},
        )
        items = [{"case_id": "a", "completion": text} for text in (GOOD, BAD)]
        status, body = await ask("/score", {"items": items})
        assert (status, [result["reward"] for result in body["results"]]) == (200, [1.0, 0.0])

    talk(conversation, workers=workers)


def test_verify_answers_as_nemo_gym_asks() -> None:
    async def conversation(ask: Ask) -> None:
        output = [
            {"type": "reasoning", "summary": [{"text": BAD}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": GOOD}]},
        ]
        request = {"responses_create_params": {"input": []}, "response": {"output": output}}
        status, body = await ask("/verify", {**request, "verifier_metadata": {"case_id": "a"}})
        assert (status, body["reward"]) == (200, 1.0)
        assert body["responses_create_params"] == {"input": []}
        assert (await ask("/verify", {**request, "case_id": "a", "response": {"output": []}}))[1][
            "reward"
        ] == 0

    talk(conversation)


def test_openrlhf_lists() -> None:
    async def conversation(ask: Ask) -> None:
        body = {"query": [f"Q{GOOD}</s>"], "prompts": ["Q"], "labels": ["a"]}
        assert (await ask("/openrlhf", body))[1]["rewards"] == [1.0]
        status, answer = await ask("/openrlhf", {**body, "labels": []})
        assert (status, answer) == (400, {"error": "query, prompts and labels must be lists of one length"})

    talk(conversation)


def test_an_outage_is_null_and_never_a_number() -> None:
    async def conversation(ask: Ask) -> None:
        status, body = await ask("/score", {"case_id": "b", "completion": GOOD})
        assert (status, body["reward"], body["error"]) == (200, None, "judge is down")
        assert (await ask("/openrlhf", {"query": [f"Q{GOOD}"], "prompts": ["Q"], "labels": ["b"]}))[0] == 502

    talk(conversation, judge=Down())


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "the body is not JSON"),
        (b"[1]", "the body must be a JSON object"),
        (b"[" * 100_000, "the body is not JSON"),
        (b"{}", "case_id must be a string"),
        (b'{"case_id": "a"}', "completion is missing"),
        (b'{"case_id": "zzz", "completion": "x"}', "no task has the case_id 'zzz'"),
        (b'{"case_id": 3, "completion": "x"}', "case_id must be a string"),
        (b'{"items": [3]}', "items must be a list of objects"),
        (b'{"items": [' + b",".join([b"{}"] * (BATCH + 1)) + b"]}", f"may hold {BATCH} completions"),
    ],
)
def test_bad_requests_say_what_is_wrong(body: bytes, message: str) -> None:
    async def conversation(ask: Ask) -> None:
        status, answer = await ask("/score", {}, raw=body)
        assert status == 400
        assert message in answer["error"]

    talk(conversation)


def test_too_much_at_once_is_turned_away_and_counted() -> None:
    async def conversation(ask: Ask) -> None:
        body = {"case_id": "b", "completion": GOOD}
        replies = await asyncio.gather(*(ask("/score", body) for _ in range(6)))
        assert sorted(status for status, _ in replies) == [200, 200, 503, 503, 503, 503]
        assert (await ask("/health"))[1] == {"status": "ok", "tasks": 2, "in_work": 0}
        text = (await ask("/metrics"))[1]
        assert 'inst_trans_completions_total{outcome="scored"} 2.0' in text
        assert 'inst_trans_refused_total{why="busy"} 4.0' in text

    talk(conversation, judge=Slow(), limit=2)


def test_the_command_serves_until_it_is_told_to_stop() -> None:
    command = [
        sys.executable,
        "-m",
        "inst_trans_env.cli",
        "serve",
        "--reward",
        "--port",
        "0",
        "--workers",
        "1",
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()

    async def health() -> Any:
        async with aiohttp.ClientSession() as session, session.get(f"{url}/health") as reply:
            return await reply.json()

    try:
        assert asyncio.run(health())["status"] == "ok"
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        process.stdout.close()


def test_every_refusal_is_json() -> None:
    async def conversation(ask: Ask) -> None:
        for path, body, status in (("/nothing", None, 404), ("/score", None, 405), ("/health", {}, 405)):
            found, reply = await ask(path, body)
            assert (found, set(reply)) == (status, {"error"})
        found, reply = await ask("/score", {"case_id": "a"})
        assert (found, reply["error"].split(":")[0]) == (400, "completion is missing")

    talk(conversation)


def test_a_completion_that_no_process_survives_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def end(*_: object) -> None:
        raise BrokenProcessPool

    async def conversation(ask: Ask) -> None:
        monkeypatch.setattr(Workers, "outcomes", end)
        found, reply = await ask("/score", {"case_id": "a", "completion": GOOD})
        assert (found, "3 scoring processes ended" in reply["error"]) == (500, True)

    talk(conversation, workers=1)
