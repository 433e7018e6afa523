"""The asynchronous client of a judge behind any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

from inst_trans_env.errors import JudgeError
from inst_trans_env.judge import requests
from inst_trans_env.judge.cache import CachedReply, ReplyCache
from inst_trans_env.judge.calls import Call, Calls
from inst_trans_env.judge.claims import Claims
from inst_trans_env.judge.config import JudgeConfig
from inst_trans_env.judge.cost import Ledger, Plan, Usage, estimate_tokens
from inst_trans_env.judge.flights import Flights
from inst_trans_env.judge.prompts import Prompt
from inst_trans_env.judge.retry import (
    FIRST_CONTACT_S,
    LONGEST_PAUSE_S,
    RefusedError,
    TransientError,
    hint,
    pause,
)
from inst_trans_env.judge.transport import Transport
from inst_trans_env.judge.verdicts import InvalidVerdictError
from inst_trans_env.judge.votes import most_frequent, whole

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
# A wait of so long is told of, and not more often than so.
_TOLD_AFTER_S = 5.0
_TOLD_EVERY_S = 10.0
# So often it is looked whether another process has its verdict.
_LOOK_EVERY_S = 0.1


class RequestRefusedError(JudgeError):
    """The endpoint refuses the request itself, so that asking again is of no use. `status` is HTTP's."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


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
        self._flights: Flights[CachedReply] = Flights()
        self._claims = Claims(cache, config.attempt_timeout_s + 2 * LONGEST_PAUSE_S)
        self._calls = Calls(config)
        self._chance = random.Random()
        self._entered = 0
        self._ended = ""
        self._reached = False
        self._told_s = -_TOLD_EVERY_S
        self._slots: asyncio.Semaphore
        self._ending: asyncio.Event
        self._transport: Transport

    async def __aenter__(self) -> Self:
        if not self._entered:
            self._slots = asyncio.Semaphore(self.config.concurrency)
            self._ending, self._ended = asyncio.Event(), ""
            self._transport = Transport(self.config.base_url, self.config.key, self.config.attempt_timeout_s)
        self._entered += 1
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._entered -= 1
        if self._entered:
            return
        await self._flights.cancel()
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
        asks = [self._vote(prompt, parse, model, vote, usage) for vote in self._calls.votes(prompt)]
        if len(asks) == 1:
            return await asks[0]
        # When one vote fails the others are still waited for: they are paid for, and are kept.
        votes = await asyncio.gather(*asks, return_exceptions=True)
        return (combine or most_frequent)(whole(votes))

    def plan(self, prompts: Iterable[Prompt], model: str | None = None) -> Plan:
        """Estimate what asking all these prompts would take, without a call; equal prompts count once."""
        calls = self._calls.different(prompts, model)
        due = [call.prompt for call in calls if self.cache is None or self.cache.get(call.digest) is None]
        sent = sum(estimate_tokens(prompt.text) for prompt in due)
        received = sum(prompt.expected_tokens for prompt in due)
        price = self.ledger.price_of(model or self.config.model)
        cost = price.cost(sent, received) if price else None
        return Plan(len(due), len(calls) - len(due), sent, received, cost)

    async def _vote(
        self, prompt: Prompt, parse: Callable[[str], T], model: str | None, vote: int, usage: Usage
    ) -> T:
        call = self._calls.make(prompt, model, vote)
        try:
            text = await self._reply(call, parse, usage)
        except RequestRefusedError as error:
            if not _may_be_the_schema(call, error):
                self.ledger.failed += 1
                raise
            text = await self._reply(self._calls.make(prompt, model, vote, bare=True), parse, usage)
            self._calls.without_schema.add(call.key.model)
        return parse(text)

    async def _reply(self, call: Call, parse: Callable[[str], Any], usage: Usage) -> str:
        digest = call.digest
        usage.calls += 1
        if (stored := self._stored(digest, parse)) is not None:
            self.ledger.cached += 1
            usage.cached += 1
            return stored
        if digest in self._flights:
            self.ledger.shared += 1
            usage.cached += 1
        return (await self._flights.join(digest, lambda: self._fetch(call, parse, usage))).text

    def _stored(self, digest: bytes, parse: Callable[[str], Any]) -> str | None:
        stored = self.cache.get(digest) if self.cache else None
        if stored is None:
            return None
        try:
            parse(stored.text)
        except ValueError:  # Stored under another idea of a verdict: ask again.
            return None
        return stored.text

    async def _fetch(self, call: Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        since = None
        while True:
            async with self._slots:
                if self._claims.take(call.digest):
                    try:
                        return await self._answer(call, parse, usage)
                    finally:
                        self._claims.drop(call.digest)
            since = since or time.monotonic()
            await self._wait_for_another(call, since)

    async def _wait_for_another(self, call: Call, since: float) -> None:
        """Wait a moment for the process that asks the same question."""
        if self._ending.is_set():
            raise JudgeError(self._ended)
        self._tell(call, since, "another process asks the same and has no verdict yet")
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_EVERY_S):
                await self._ending.wait()

    async def _answer(self, call: Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        # Another process may have stored it since it was looked for.
        if (stored := self._stored(call.digest, parse)) is not None:
            self.ledger.shared += 1
            usage.cached += 1
            return CachedReply(stored)
        try:
            reply = await self._in_time(call, parse, usage)
        except JudgeError as error:
            if self.config.fail_together and not _may_be_the_schema(call, error):
                self._ended = self._ended or str(error)
                self._ending.set()
            raise
        self.ledger.answers += 1
        if self.cache:
            self.cache.put(call.key, reply, call.digest)
        return reply

    async def _in_time(self, call: Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        deadline_s = self.config.deadline_s
        try:
            async with asyncio.timeout(deadline_s):
                return await self._attempts(call, parse, usage)
        except TimeoutError as error:
            raise self._failure(call, f"no verdict within {deadline_s:g} s", "timeout") from error
        except RefusedError as error:
            raise RequestRefusedError(error.status, self._explain(call, str(error), error.status)) from error

    async def _attempts(self, call: Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        began = time.monotonic()
        for attempt in range(self.config.attempts):
            try:
                reply = await self._attempt(call, parse, usage)
            except TransientError as error:
                failure = error
                self._reached = self._reached or failure.kind not in FIRST_CONTACT_S
            else:
                self._reached = True
                return reply
            if attempt + 1 < self.config.attempts:
                self.ledger.retried[failure.kind] += 1
                await self._pause(call, attempt, failure, began)
                self._claims.take(call.digest)
        told = f"no verdict in {self.config.attempts} attempts; the last: {failure}"
        raise self._failure(call, told, failure.kind)

    async def _pause(self, call: Call, attempt: int, failure: TransientError, began: float) -> None:
        wait_s = pause(attempt, self.config.backoff_s, failure.wait_s, self._chance.random())
        now, deadline_s = time.monotonic(), self.config.deadline_s
        if not self._reached and now + wait_s > began + FIRST_CONTACT_S.get(failure.kind, deadline_s):
            raise self._failure(call, str(failure), failure.kind)
        if now + wait_s > began + deadline_s:
            told = f"{failure}; the next attempt is due in {wait_s:.0f} s, past the deadline"
            raise self._failure(call, told, failure.kind)
        self._tell(call, began - wait_s, f"{failure}; next attempt in {wait_s:.0f} s")
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await self._ending.wait()

    def _tell(self, call: Call, since: float, what: str) -> None:
        """Warn of a wait that began at a time, unless it is short or one was warned of a moment ago."""
        now = time.monotonic()
        if now - since >= _TOLD_AFTER_S and now - self._told_s >= _TOLD_EVERY_S:
            self._told_s = now
            _LOG.warning("judge %s: %s", call.key.model, what)

    async def _attempt(self, call: Call, parse: Callable[[str], Any], usage: Usage) -> CachedReply:
        model, tokens = call.key.model, None
        body = requests.encode(requests.body(call.api, model, call.prompt.text, call.schema))
        if self._ending.is_set():
            raise JudgeError(self._ended)
        reserved = self.ledger.admit(model, call.prompt)
        try:
            payload = requests.decode(await self._transport.post(requests.PATHS[call.api], body))
            tokens = requests.read_tokens(payload)
            text = requests.read_text(call.api, payload)
            parse(text)
            return CachedReply(text, tokens)
        except ValueError as error:
            raise TransientError(getattr(error, "kind", InvalidVerdictError.kind), str(error)) from error
        finally:
            sent, received = self.ledger.settle(model, call.prompt, reserved, tokens)
            usage.tokens_sent += sent
            usage.tokens_received += received

    def _failure(self, call: Call, message: str, kind: str) -> JudgeError:
        self.ledger.failed += 1
        return JudgeError(self._explain(call, message, kind))

    def _explain(self, call: Call, message: str, cause: int | str) -> str:
        """Return the sentence for a failure: `cause` is its HTTP status or its kind."""
        key = self.config.key
        said = message.replace(key, "[key]") if key else message
        where = f"judge {call.key.model} at {self.config.base_url}{requests.PATHS[call.api]}"
        return (
            f"{where}: {said}. What to do: {hint(cause)}, "
            "then run the same command again: verdicts so far are kept"
        )


def _may_be_the_schema(call: Call, error: JudgeError) -> bool:
    """Return whether an endpoint may have refused a request for its JSON schema alone."""
    return call.schema is not None and isinstance(error, RequestRefusedError) and error.status in (400, 422)
