"""What may be tried again, and after how long. Pure: no I/O, no clock of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from inst_trans_env.judge.wording import shortened

LONGEST_PAUSE_S = 60.0
_LONGEST_WAIT_S = 1e7

UNREACHABLE, UNKNOWN_HOST, NO_TLS = "unreachable", "unknown host", "no secure connection"
NO_FILES = "too many open files"
FIRST_CONTACT_S: Mapping[str, float] = {UNREACHABLE: 5.0, UNKNOWN_HOST: 0.0, NO_TLS: 0.0}
"""Kinds of failure in which no server is reached, and for how many seconds they are tried again as long as
none ever was: then the address is more likely wrong than the server out."""

_REQUEST = (
    "see what it objects to: the model (--judge-model), the request's shape (--judge-api) or its length"
)
_QUOTA = "the account has no quota left: top it up or use another endpoint"
_WAIT = "wait until the endpoint answers again"
_ILL = "wait until the endpoint is well again"
_HINTS: Mapping[int | str, str] = {
    0: "check the address (JUDGE_API_BASE) and which certificates this machine trusts (SSL_CERT_FILE)",
    400: _REQUEST,
    401: "set JUDGE_API_KEY to a key that this endpoint takes",
    402: _QUOTA,
    403: "set JUDGE_API_KEY to a key that may use this model",
    **dict.fromkeys((404, 405, 410), "check JUDGE_API_BASE, --judge-model and --judge-api chat|responses"),
    407: "give the proxy (HTTPS_PROXY) the name and password that it asks for",
    413: "the text is too long for this endpoint: use another one, or another judge (--judge-model)",
    422: _REQUEST,
    429: _QUOTA,
    "HTTP 408": f"{_WAIT}, or lower --concurrency: it gave up waiting for a request",
    "HTTP 429": "wait, or lower --concurrency",
    **dict.fromkeys(("timeout", "connection"), _WAIT),
    "error reply": _ILL,
    NO_FILES: "lower --concurrency, or raise the limit of open files (ulimit -n)",
    **dict.fromkeys(FIRST_CONTACT_S, "check the address (JUDGE_API_BASE), and that a server answers there"),
    "invalid verdict": "take --judge-schema where the endpoint has it, or another judge (--judge-model)",
    "cut-off reply": "take a judge (--judge-model) that answers shortly, without reasoning first",
    "filtered reply": "the endpoint's content filter stops this text: use another endpoint or judge",
    **dict.fromkeys(
        ("malformed reply", "oversized reply"),
        "check that JUDGE_API_BASE is an API's address (most end in /v1), and --judge-api chat|responses",
    ),
}


class TransientError(Exception):
    """An attempt that failed in a way that another attempt may mend.

    Attributes:
        kind: a short name for the ledger, e.g. ``HTTP 429``, ``connection``, ``unreachable``.
        wait_s: seconds that the provider asks to wait; 0 when it does not.
    """

    def __init__(self, kind: str, message: str, wait_s: float = 0.0) -> None:
        super().__init__(message)
        self.kind = kind
        self.wait_s = wait_s


class RefusedError(Exception):
    """An answer that another attempt would not change: wrong key, unknown model, a bad request."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def hint(cause: int | str) -> str:
    """Return what to do about a failure, by the HTTP status of a refusal or the kind of a fault."""
    if isinstance(cause, int) and 300 <= cause < 400:
        return "set JUDGE_API_BASE to the address to which the endpoint has moved"
    if str(cause).startswith("HTTP 5"):
        return _ILL
    return _HINTS.get(cause, "check the endpoint (JUDGE_API_BASE) and the model (--judge-model)")


def error_for(status: int, headers: Mapping[str, str], raw: bytes) -> TransientError | RefusedError:
    """Return what an HTTP status other than 200 means."""
    moved = headers.get("Location", "") if 300 <= status < 400 else ""
    message = f"HTTP {status}: " + (f"moved to {shortened(moved)}" if moved else _message(raw))
    if status in (408, 429) or status >= 500:
        if _code(raw) == "insufficient_quota":
            return RefusedError(status, message)
        return TransientError(f"HTTP {status}", message, retry_after(headers))
    return RefusedError(status, message)


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float:
    """Return the seconds of a Retry-After header (number or HTTP date); 0 without one, or for nonsense."""
    value = headers.get("Retry-After", "").strip()
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value)
        except ValueError:
            return 0.0
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    return min(seconds, _LONGEST_WAIT_S) if 0 < seconds < float("inf") else 0.0


def pause(attempt: int, base_s: float, wait_s: float, chance: float) -> float:
    """Return the seconds to wait before the next attempt.

    Doubles with each `attempt` (from 0) up to a minute, spread by `chance` in [0, 1) so that calls which
    failed together do not come back together; never shorter than what the provider asks for.
    """
    backoff = min(base_s * 2.0**attempt, LONGEST_PAUSE_S) * (0.5 + chance)
    return max(backoff, wait_s + base_s * chance if wait_s else 0.0)


def _message(raw: bytes) -> str:
    error = _error(raw)
    text = error.get("message") if isinstance(error, dict) else error
    if not isinstance(text, str) or not text:
        text = raw[:300].decode("utf-8", "replace")
    return shortened(text) or "no explanation"


def _code(raw: bytes) -> object:
    error = _error(raw)
    return error.get("code") if isinstance(error, dict) else None


def _error(raw: bytes) -> object:
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return payload.get("error") if isinstance(payload, dict) else None
