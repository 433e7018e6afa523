"""How the judge is reached and how long, how often and for how much it may be asked."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from inst_trans_env.errors import UserError
from inst_trans_env.judge.cost import Price, list_price
from inst_trans_env.judge.requests import PATHS, Api, api_for

try:
    import resource
except ImportError:  # Not on Windows.
    resource = None  # type: ignore[assignment]

DEFAULT_MODEL = "gpt-5.6-sol"

# What a process has open beside its connections to the judge: data, results, cache, libraries.
_OTHER_FILES = 32


@dataclass(frozen=True, slots=True)
class JudgeConfig:
    """Settings of a `JudgeClient`; a value that cannot be raises `UserError`.

    Attributes:
        base_url: the endpoint up to and without ``/chat/completions`` or ``/responses``.
        key: sent as bearer token; never written, logged or shown. Empty for servers that ask for none.
        model: the judge.
        api: request shape ``chat`` or ``responses``; None chooses by the model's name.
        concurrency: calls at once.
        votes: verdicts per question (odd); the majority counts.
        json_schema: hold the judge to the verdict's JSON schema where the endpoint takes one.
        attempts: requests per verdict at most.
        backoff_s: seconds before the second attempt, doubled for each further one.
        attempt_timeout_s: seconds for one request.
        deadline_s: seconds for one verdict with all its attempts.
        price: US dollars per million tokens in place of the list price.
        max_cost: US dollars at which no further call is sent.
        max_calls: requests after which no further call is sent.
        fail_together: when one call fails for good no further request is sent and calls that wait fail
            with it; what is on its way is still taken. For runs that one failure ends.
    """

    base_url: str
    key: str = field(default="", repr=False)
    model: str = DEFAULT_MODEL
    api: Api | None = None
    concurrency: int = 64
    votes: int = 1
    json_schema: bool = False
    attempts: int = 6
    backoff_s: float = 1.0
    attempt_timeout_s: float = 120.0
    deadline_s: float = 600.0
    price: Price | None = None
    max_cost: float | None = None
    max_calls: int | None = None
    fail_together: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "base_url", _checked_url(self.base_url))
        api_for(self.model, self.api)
        if self.key != self.key.strip() or not self.key.isascii() or not self.key.isprintable():
            raise UserError(
                "JUDGE_API_KEY holds white space or other characters that no key has: set it anew"
            )
        _require(
            bool(self.model.strip()) and self.model.isprintable() and "|" not in self.model,
            f"the judge's model must have a printable name without |, not {self.model!r}: give --judge-model",
        )
        _require(self.concurrency > 0, "the judge's concurrency must be at least 1")
        _require(
            self.concurrency + _OTHER_FILES <= (files := _open_files()),
            f"--concurrency {self.concurrency} needs more than the {files} files that this process may open: "
            "lower it, or raise the limit (ulimit -n)",
        )
        _require(self.votes > 0 and self.votes % 2 == 1, f"votes must be odd (1, 3, 5, …), not {self.votes}")
        for name in ("attempt_timeout_s", "deadline_s", "backoff_s"):
            seconds = getattr(self, name)
            _require(0 < seconds < math.inf, f"the judge's {name} must be a number of seconds, not {seconds}")
        _require(self.attempts > 0, "the judge's attempts must be at least 1")
        _require(self.max_calls is None or self.max_calls >= 0, "--max-calls must not be negative")
        _require(
            self.max_cost is None or 0 <= self.max_cost < math.inf,
            f"--max-cost must be a number of US dollars from 0, not {self.max_cost}",
        )
        if self.max_cost is not None and self.price is None and list_price(self.model) is None:
            raise UserError(f"no list price of {self.model} is known: give --price IN,OUT with --max-cost")

    @classmethod
    def from_env(cls, **options: Any) -> Self:
        """Return settings with JUDGE_API_BASE and JUDGE_API_KEY where `options` name no endpoint or key."""
        options.setdefault("base_url", os.environ.get("JUDGE_API_BASE", ""))
        options.setdefault("key", os.environ.get("JUDGE_API_KEY", ""))
        return cls(**options)


def _checked_url(url: str) -> str:
    if not url:
        raise UserError("no judge endpoint: set JUDGE_API_BASE, e.g. https://YOUR_PROVIDER/v1")
    if not _is_address(url):
        raise UserError("JUDGE_API_BASE must look like https://HOST/v1, with no query and no blanks")
    parts = urlsplit(url)
    if parts.username is not None or parts.password is not None:
        raise UserError("JUDGE_API_BASE must not hold a name or password: put the key into JUDGE_API_KEY")
    base = url.rstrip("/")
    for path in PATHS.values():
        if base.endswith(path):
            raise UserError(f"JUDGE_API_BASE must end before {path}: set it to {base.removesuffix(path)}")
    return base


def _is_address(url: str) -> bool:
    """Return whether a URL names a server that can be asked, with a path at most behind it."""
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")
        port = parts.port
    except ValueError:
        return False
    plain = url.isprintable() and not set(url) & set(' \\?#"<>')
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0


def _open_files() -> float:
    """Return how many files, connections among them, this process may have open."""
    if resource is None:
        return math.inf
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return math.inf if limit == resource.RLIM_INFINITY else limit


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise UserError(message)
