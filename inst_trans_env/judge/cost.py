"""What judge calls use and cost: price table, ledger, budget, and estimates before a run."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from inst_trans_env.errors import JudgeError, UserError
from inst_trans_env.judge.prompts import Prompt
from inst_trans_env.judge.requests import Tokens

_WIDE = re.compile("[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\uffff\U00010000-\U0010ffff]+")
_SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}$")


class BudgetExceededError(JudgeError):
    """The limit on cost or calls is reached: no further call is sent; what was answered is kept."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, sent and received."""

    sent: float
    received: float

    def cost(self, sent: int, received: int) -> float:
        """Return US dollars."""
        return (sent * self.sent + received * self.received) / 1e6


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would send, estimated before any call; `cost` in US dollars, None without a known price."""

    calls: int
    cached: int
    tokens_sent: int
    tokens_received: int
    cost: float | None


@dataclass(slots=True)
class Usage:
    """What some group of calls used, e.g. those of one rollout: pass one to `ask` and read it afterwards."""

    calls: int = 0
    cached: int = 0
    tokens_sent: int = 0
    tokens_received: int = 0


def parse_price(text: str) -> Price:
    """Read ``IN,OUT`` in US dollars per million tokens, e.g. ``1.25,10``."""
    try:
        sent, received = (float(part) for part in text.split(","))
    except ValueError:
        sent = received = math.nan
    if not (math.isfinite(sent) and math.isfinite(received) and sent >= 0 and received >= 0):
        raise UserError(f"price {text!r}: expected IN,OUT in US dollars per million tokens, e.g. 1.25,10")
    return Price(sent, received)


def list_price(model: str) -> Price | None:
    """Return a model's list price from the bundled table (dated snapshots count as their model), or None."""
    table = _table()
    row = table.get(model) or table.get(_SNAPSHOT.sub("", model))
    return Price(*row) if row else None


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has: a rule of thumb by script, good to a quarter or so."""
    narrow = len(text.encode("ascii", "ignore"))
    wide = len(text) - len(_WIDE.sub("", text))
    return math.ceil(narrow * 0.25 + wide * 0.8 + (len(text) - narrow - wide) * 0.45)


@dataclass(slots=True)
class Ledger:
    """Running totals of one client.

    Attributes:
        requests: HTTP requests sent, retries included.
        answers: verdicts over the network; `cached`: from the cache; `shared`: from an equal call.
        retried: why requests were sent again, by kind.
        cost: US dollars; None once a model without a known price was asked.
        unmetered: replies that named no token counts; their tokens are estimates.
    """

    price: Price | None = None
    max_cost: float | None = None
    max_calls: int | None = None
    requests: int = 0
    answers: int = 0
    cached: int = 0
    shared: int = 0
    failed: int = 0
    unmetered: int = 0
    tokens_sent: int = 0
    tokens_received: int = 0
    cost: float | None = 0.0
    retried: Counter[str] = field(default_factory=Counter)
    _reserved: float = 0.0

    def __post_init__(self) -> None:
        # The table is read before a run: in its midst the process may have no file left to open.
        _table()

    def price_of(self, model: str) -> Price | None:
        """Return the given price, else the model's list price, else None."""
        return self.price or list_price(model)

    def admit(self, model: str, prompt: Prompt) -> float:
        """Count one request about to be sent and return the dollars set aside for it.

        `BudgetExceededError` when it would pass a limit; `UserError` for `max_cost` without a price.
        """
        if self.max_calls is not None and self.requests >= self.max_calls:
            raise BudgetExceededError(f"stopped at the limit of {self.max_calls} judge calls{_KEPT}")
        expected = self._expected_cost(model, prompt) if self.max_cost is not None else 0.0
        spent = (self.cost or 0.0) + self._reserved
        if self.max_cost is not None and spent + expected > self.max_cost:
            raise BudgetExceededError(
                f"stopped at ${spent:.4f}, calls on their way included: the next one would pass the limit of "
                f"${self.max_cost:g}{_KEPT}"
            )
        self.requests += 1
        self._reserved += expected
        return expected

    def settle(self, model: str, prompt: Prompt, reserved: float, tokens: Tokens | None) -> tuple[int, int]:
        """Book what a request used (None: no reply came, nothing is booked); return tokens sent, received."""
        self._reserved = max(0.0, self._reserved - reserved)
        if tokens is None:
            return 0, 0
        sent, received = tokens.sent, tokens.received
        if sent is None or received is None:
            self.unmetered += 1
            sent, received = estimate_tokens(prompt.text), prompt.expected_tokens
        self.tokens_sent += sent
        self.tokens_received += received
        price = self.price_of(model)
        self.cost = None if price is None or self.cost is None else self.cost + price.cost(sent, received)
        return sent, received

    def _expected_cost(self, model: str, prompt: Prompt) -> float:
        price = self.price_of(model)
        if price is None:
            raise UserError(f"no list price of {model} is known: give --price IN,OUT with --max-cost")
        return price.cost(estimate_tokens(prompt.text), prompt.expected_tokens)

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as JSON-ready data."""
        names = (
            "requests",
            "answers",
            "cached",
            "shared",
            "failed",
            "tokens_sent",
            "tokens_received",
            "unmetered",
        )
        totals: dict[str, Any] = {name: getattr(self, name) for name in names}
        return totals | {"cost_usd": self.cost, "retried": dict(sorted(self.retried.items()))}


_KEPT = "; answers so far are in the cache, and the same command with a higher limit goes on from there"


@cache
def _table() -> Mapping[str, list[float]]:
    text = (resources.files("inst_trans_env.judge") / "prices.json").read_text("utf-8")
    table: dict[str, list[float]] = json.loads(text)["usd_per_million_tokens"]
    return table
