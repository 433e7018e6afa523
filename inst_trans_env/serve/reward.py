"""A reward server: completions in, rewards out, for trainers that ask over HTTP.

Routes: ``POST /score`` (one or a batch), ``POST /verify`` (NeMo-Gym), ``POST /openrlhf``, ``GET /health``,
``GET /metrics`` (Prometheus). Above `limit` completions in work it answers 503 with Retry-After.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import BrokenExecutor
from typing import Any

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.rollouts.rollout import completion_text
from inst_trans_env.serve.workers import TRIES, Items, Workers
from inst_trans_env.trainers.core import Outcome, Reward
from inst_trans_env.trainers.openrlhf import answers_of, reply

_LOG = logging.getLogger(__name__)

MAX_BODY = 64 * 1024 * 1024
BATCH = 256
"""Completions that one request may hold at most."""


class RewardServer:
    """The application and what it counts.

    Args:
        reward: scores the completions.
        workers: processes that score; 0 scores in the server's own, which is right with a judge.
        limit: completions in work at once, above which requests are turned away.
    """

    def __init__(self, reward: Reward, *, workers: int = 0, limit: int = 4096) -> None:
        self._reward = reward
        self._limit = limit
        self._busy = 0
        self._workers = Workers(reward, workers) if workers else None
        registry = self._registry = CollectorRegistry()
        self._count = Counter("inst_trans_completions", "Completions scored", ["outcome"], registry=registry)
        self._refused = Counter("inst_trans_refused", "Requests turned away", ["why"], registry=registry)
        self._rewards = Histogram(
            "inst_trans_reward", "Rewards given", buckets=[0, 0.25, 0.5, 0.75, 1], registry=registry
        )
        self._seconds = Histogram("inst_trans_request_seconds", "Time a request took", registry=registry)
        self._in_work = Gauge("inst_trans_in_work", "Completions in work", registry=registry)
        self._in_work.set_function(lambda: self._busy)

    def app(self) -> web.Application:
        """Return the aiohttp application."""
        app = web.Application(client_max_size=MAX_BODY, middlewares=[_in_json])
        app.add_routes(
            [
                web.post("/score", self._route(self._score)),
                web.post("/verify", self._route(self._verify)),
                web.post("/openrlhf", self._route(self._openrlhf)),
                web.get("/health", self._health),
                web.get("/metrics", self._metrics),
            ]
        )
        app.on_cleanup.append(self._close)
        return app

    async def _close(self, app: web.Application) -> None:
        if self._workers:
            self._workers.close()

    async def _health(self, request: web.Request) -> web.Response:
        return web.json_response({"status": "ok", "tasks": len(self._reward.items), "in_work": self._busy})

    async def _metrics(self, request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(self._registry), content_type="text/plain")

    def _route(
        self, handle: Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answer(request: web.Request) -> web.Response:
            with self._seconds.time():
                try:
                    return web.json_response(await handle(await _object(request)))
                except _BusyError:
                    self._refused.labels("busy").inc()
                    headers = {"Retry-After": "1"}
                    return web.json_response(
                        {"error": "too many completions in work"}, status=503, headers=headers
                    )
                except JudgeError as error:
                    self._refused.labels("no verdict").inc()
                    return web.json_response({"error": str(error)}, status=502)
                except UserError as error:
                    self._refused.labels("bad request").inc()
                    return web.json_response({"error": str(error)}, status=400)
                except web.HTTPException:
                    # The body is too large, or broke off: told by the middleware.
                    self._refused.labels("bad request").inc()
                    raise
                except BrokenExecutor:
                    self._refused.labels("process ended").inc()
                    message = f"no score: {TRIES} scoring processes ended over it, killed or out of memory"
                    return web.json_response({"error": message}, status=500)
                except Exception as error:
                    self._refused.labels("fault").inc()
                    _LOG.exception("a request could not be answered")
                    return web.json_response({"error": f"no score: {error!r}"}, status=500)

        return answer

    async def _outcomes(self, items: Items) -> list[Outcome]:
        for case_id, _ in items:
            self._reward.check(case_id)
        if self._busy + len(items) > self._limit:
            raise _BusyError
        self._busy += len(items)
        try:
            if self._workers:
                outcomes = await self._workers.outcomes(items)
            else:
                outcomes = await self._reward.aoutcomes(
                    [name for name, _ in items], [text for _, text in items]
                )
        finally:
            self._busy -= len(items)
        for outcome in outcomes:
            self._count.labels("unknown" if outcome.reward is None else "scored").inc()
            if outcome.reward is not None:
                self._rewards.observe(outcome.reward)
        return outcomes

    async def _score(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Score ``{"case_id", "completion"}`` or ``{"items": [...]}``; a judge's outage gives reward null."""
        batch = body.get("items", [body])
        if not isinstance(batch, list) or not all(isinstance(item, Mapping) for item in batch):
            raise UserError("items must be a list of objects with case_id and completion")
        if len(batch) > BATCH:
            raise UserError(f"a request may hold {BATCH} completions, this one holds {len(batch)}")
        items = [(_text(item, "case_id"), _completion(item)) for item in batch]
        results = [_plain(outcome) for outcome in await self._outcomes(items)]
        return {"results": results} if "items" in body else results[0]

    async def _verify(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request with ``reward``; the answer is a text or a reply of the responses API."""
        outcome = (await self._outcomes([(_case_id(body), _response_text(body.get("response")))]))[0]
        return {**body, **_plain(outcome)}

    async def _openrlhf(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Score ``{"query", "prompts", "labels"}`` as OpenRLHF sends them."""
        queries, prompts, labels = (_texts(body, name) for name in ("query", "prompts", "labels"))
        answers = answers_of(queries, prompts, labels)
        outcomes = await self._outcomes(list(zip(labels, answers, strict=True)))
        return reply(self._reward, outcomes)


def serve(server: RewardServer, *, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is told the URL once requests are taken.

    Raises:
        UserError: the address cannot be bound.
    """
    asyncio.run(_serve(server, host, port, ready))


async def _serve(server: RewardServer, host: str, port: int, ready: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    runner = web.AppRunner(server.app(), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise UserError(
                f"cannot listen on {host}:{port}: {error}; choose another, or 0 for any"
            ) from error
        ready(f"http://{host}:{runner.addresses[0][1]}")
        await stop.wait()
    finally:
        await runner.cleanup()


@web.middleware
async def _in_json(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Tell what aiohttp refuses by itself (unknown route, other method, body too large) in JSON too."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        allowed = {name: value for name, value in error.headers.items() if name == "Allow"}
        return web.json_response({"error": error.reason}, status=error.status, headers=allowed)


class _BusyError(Exception):
    """More completions are in work than the server takes."""


async def _object(request: web.Request) -> Mapping[str, Any]:
    try:
        body = json.loads(await request.read())
    except (ValueError, RecursionError) as error:
        raise UserError(f"the body is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise UserError("the body must be a JSON object")
    return body


def _plain(outcome: Outcome) -> dict[str, Any]:
    error = {"error": outcome.error} if outcome.error else {}
    return {"reward": outcome.reward, "metrics": dict(outcome.metrics), **error}


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    if not isinstance(value, str):
        raise UserError(f"{name} must be a string, got {type(value).__name__}")
    return value


def _completion(item: Mapping[str, Any]) -> str:
    if item.get("completion") is None:
        raise UserError("completion is missing: give the answer as a string or a list of messages")
    return completion_text(item["completion"])


def _texts(body: Mapping[str, Any], name: str) -> list[str]:
    value = body.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UserError(f"{name} must be a list of strings")
    return value


def _case_id(body: Mapping[str, Any]) -> str:
    metadata = body.get("verifier_metadata")
    return _text(metadata if isinstance(metadata, Mapping) else body, "case_id")


def _response_text(response: Any) -> str:
    """Return the text of an answer: itself, messages, or what a reply of the responses API holds."""
    output = response.get("output") if isinstance(response, Mapping) else None
    if not isinstance(output, list):
        return completion_text(response)
    messages = [item for item in output if isinstance(item, Mapping) and item.get("type") == "message"]
    return completion_text(messages) if messages else ""
