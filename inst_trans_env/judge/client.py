"""The asynchronous client of a judge behind any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from inst_trans_env.errors import JudgeError
from inst_trans_env.judge import requests
from inst_trans_env.judge.cache import CachedReply, CacheKey, ReplyCache
from inst_trans_env.judge.config import JudgeConfig
from inst_trans_env.judge.cost import Ledger, Usage, estimate_tokens
from inst_trans_env.judge.prompts import Prompt
from inst_trans_env.judge.retry import RefusedError, TransientError, pause
from inst_trans_env.judge.transport import Transport

T = TypeVar("T")

_HINTS = {
    401: "set JUDGE_API_KEY to a key that this endpoint takes",
    403: "set JUDGE_API_KEY to a key that may use this model",
    404: "check JUDGE_API_BASE, --judge-model and --judge-api chat|responses",
    429: "the account has no quota left: top it up or use another endpoint",
}


class RequestRefusedError(JudgeError):
    """The endpoint refuses the request itself, so that asking again is of no use. `status` is HTTP's."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would send, estimated before any call; `cost` in US dollars, None without a known price."""

    calls: int
    cached: int
    tokens_sent: int
    tokens_received: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class _Call:
    """One request for one vote."""

    prompt: Prompt
    schema: Mapping[str, Any] | None
    key: CacheKey
    digest: bytes
    api: requests.Api


@dataclass(slots=True)
class _Flight:
    """A call on its way, and how many wait for it: the last to leave cancels it."""

    task: asyncio.Task[CachedReply]
    waiters: int = 0


class JudgeClient:
    """Asks the judge and returns parsed verdicts; every failure is a `JudgeError`, never a score.

    Use it as ``async with JudgeClient(config, cache) as client``. It belongs to one event loop at a time
    and may be entered again, in another loop too; cache and ledger stay with it. It does not close the cache.

    Attributes:
        ledger: running totals (requests, tokens, cost, retries): poll it for progress.
    """

    def __init__(self, config: JudgeConfig, cache: ReplyCache | None = None) -> None:
        self.config = config
        self.cache = cache
        self.ledger = Ledger(config.price, config.max_cost, config.max_calls)
        self._flights: dict[bytes, _Flight] = {}
        self._without_schema: set[str] = set()
        self._chance = random.Random()
        self._entered = 0
        self._slots: asyncio.Semaphore
        self._transport: Transport

    async def __aenter__(self) -> Self:
        if not self._entered:
            self._slots = asyncio.Semaphore(self.config.concurrency)
            self._transport = Transport(self.config.base_url, self.config.key, self.config.attempt_timeout_s)
        self._entered += 1
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._entered -= 1
        if self._entered:
            return
        flights = [flight.task for flight in self._flights.values()]
        self._flights.clear()
        for task in flights:
            task.cancel()
        await asyncio.gather(*flights, return_exceptions=True)
        await self._transport.close()

    async def ask(
        self,
        prompt: Prompt | str,
        *,
        parse: Callable[[str], T],
        model: str | None = None,
        combine: Callable[[Sequence[T]], T] | None = None,
        usage: Usage | None = None,
    ) -> T:
        """Return the judge's verdict on a prompt.

        Args:
            prompt: the whole prompt; equal prompts in flight share one call, and the cache serves the rest.
            parse: turns the reply's text into a verdict; any `ValueError` means no verdict, and is retried.
            model: another judge than the configured one.
            combine: makes one verdict out of the configured votes; by default the most frequent one.
            usage: is added to, for whoever wants to know what this one call used.

        Raises:
            JudgeError: no verdict could be had (`BudgetExceededError`: a limit was reached).
        """
        if not self._entered:
            raise RuntimeError("ask inside `async with client:`, which opens the connections")
        prompt = Prompt(prompt) if isinstance(prompt, str) else prompt
        usage = usage if usage is not None else Usage()
        asks = [
            self._vote(prompt, parse, model or self.config.model, vote, usage) for vote in self._votes(prompt)
        ]
        verdicts = [await asks[0]] if len(asks) == 1 else await asyncio.gather(*asks)
        return verdicts[0] if len(verdicts) == 1 else (combine or most_frequent)(verdicts)

    def plan(self, prompts: Iterable[Prompt], model: str | None = None) -> Plan:
        """Estimate what asking all these prompts would take, without a call; equal prompts count once."""
        model = model or self.config.model
        calls = {
            call.digest: call.prompt
            for prompt in prompts
            for vote in self._votes(prompt)
            for call in [self._call(prompt, model, vote)]
        }
        due = [prompt for key, prompt in calls.items() if self.cache is None or self.cache.get(key) is None]
        sent = sum(estimate_tokens(prompt.text) for prompt in due)
        received = sum(prompt.expected_tokens for prompt in due)
        price = self.ledger.price_of(model)
        cost = price.cost(sent, received) if price else None
        return Plan(len(due), len(calls) - len(due), sent, received, cost)

    def _votes(self, prompt: Prompt) -> range:
        return range(prompt.repeat * self.config.votes, (prompt.repeat + 1) * self.config.votes)

    async def _vote(
        self, prompt: Prompt, parse: Callable[[str], T], model: str, vote: int, usage: Usage
    ) -> T:
        call = self._call(prompt, model, vote)
        try:
            text = await self._reply(call, parse, usage)
        except RequestRefusedError as error:
            if call.schema is None or error.status not in (400, 422):
                self.ledger.failed += 1
                raise
            text = await self._reply(self._call(prompt, model, vote, bare=True), parse, usage)
            self._without_schema.add(model)
        return parse(text)

    def _call(self, prompt: Prompt, model: str, vote: int, *, bare: bool = False) -> _Call:
        wanted = self.config.json_schema and not bare and model not in self._without_schema
        schema = prompt.schema if wanted else None
        api = requests.api_for(model, self.config.api)
        params = requests.parameters(api, schema)
        key = CacheKey(model, self.config.base_url, api, params, prompt.version, prompt.text, vote)
        return _Call(prompt, schema, key, key.digest(), api)

    async def _reply(self, call: _Call, parse: Callable[[str], Any], usage: Usage) -> str:
        digest = call.digest
        usage.calls += 1
        if (stored := self._stored(digest, parse)) is not None:
            self.ledger.cached += 1
            usage.cached += 1
            return stored
        flight = self._flights.get(digest)
        if flight is None:
            flight = _Flight(asyncio.create_task(self._fetch(call, parse, usage)))
            self._flights[digest] = flight
        else:
            self.ledger.shared += 1
            usage.cached += 1
        return (await self._join(digest, flight)).text

    async def _join(self, digest: bytes, flight: _Flight) -> CachedReply:
        flight.waiters += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiters -= 1
            if flight.task.done() or not flight.waiters:
                flight.task.cancel()
                if self._flights.get(digest) is flight:
                    del self._flights[digest]

    def _stored(self, digest: bytes, parse: Callable[[str], Any]) -> str | None:
        stored = self.cache.get(digest) if self.cache else None
        if stored is None:
            return None
        try:
            parse(stored.text)
        except ValueError:  # Stored under another idea of a verdict: ask again.
            return None
        return stored.text

    async def _fetch(self, call: _Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        deadline_s = self.config.deadline_s
        async with self._slots:
            try:
                async with asyncio.timeout(deadline_s):
                    reply = await self._attempts(call, parse, usage)
            except TimeoutError as error:
                raise self._failure(call, f"no verdict within {deadline_s:g} s") from error
            except RefusedError as error:
                raise RequestRefusedError(
                    error.status, self._explain(call, str(error), error.status)
                ) from error
        self.ledger.answers += 1
        if self.cache:
            self.cache.put(call.key, reply, call.digest)
        return reply

    async def _attempts(self, call: _Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        give_up = asyncio.get_running_loop().time() + self.config.deadline_s
        for attempt in range(self.config.attempts):
            try:
                return await self._attempt(call, parse, usage)
            except TransientError as error:
                failure = error
            if attempt + 1 < self.config.attempts:
                self.ledger.retried[failure.kind] += 1
                await self._pause(call, attempt, failure, give_up)
        raise self._failure(call, f"no verdict in {self.config.attempts} attempts; the last: {failure}")

    async def _pause(self, call: _Call, attempt: int, failure: TransientError, give_up: float) -> None:
        wait_s = pause(attempt, self.config.backoff_s, failure.wait_s, self._chance.random())
        if asyncio.get_running_loop().time() + wait_s > give_up:
            raise self._failure(
                call, f"{failure}; the next attempt is due in {wait_s:.0f} s, past the deadline"
            )
        await asyncio.sleep(wait_s)

    async def _attempt(self, call: _Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        model, tokens = call.key.model, None
        body = requests.encode(requests.body(call.api, model, call.prompt.text, call.schema))
        reserved = self.ledger.admit(model, call.prompt)
        try:
            payload = requests.decode(await self._transport.post(requests.PATHS[call.api], body))
            tokens = requests.read_tokens(payload)
            text = requests.read_text(call.api, payload)
            parse(text)
            return CachedReply(text, tokens)
        except ValueError as error:
            raise TransientError("invalid verdict", str(error)) from error
        finally:
            sent, received = self.ledger.settle(model, call.prompt, reserved, tokens)
            usage.tokens_sent += sent
            usage.tokens_received += received

    def _failure(self, call: _Call, message: str) -> JudgeError:
        self.ledger.failed += 1
        return JudgeError(self._explain(call, message, None))

    def _explain(self, call: _Call, message: str, status: int | None) -> str:
        key = self.config.key
        said = message.replace(key, "[key]") if key else message
        where = f"judge {call.key.model} at {self.config.base_url}{requests.PATHS[call.api]}"
        hint = _HINTS.get(status or 0, "check the endpoint (JUDGE_API_BASE) and the model (--judge-model)")
        return (
            f"{where}: {said}. What to do: {hint}, then run the same command again: verdicts so far are kept"
        )


def most_frequent(verdicts: Sequence[T]) -> T:
    """Return the verdict that most votes agree on; the first of equally frequent ones."""
    return Counter(verdicts).most_common(1)[0][0]
