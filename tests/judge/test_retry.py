from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inst_trans_env.judge.retry import RefusedError, TransientError, error_for, hint, pause, retry_after

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        *(("3", 3), ("0.5", 0.5), (" 7 ", 7), ("Thu, 01 Jan 2026 12:00:30 GMT", 30)),
        *(("Thu, 01 Jan 2026 11:00:00 GMT", 0), ("", 0), ("soon", 0), ("-5", 0), ("nan", 0), ("inf", 0)),
        *(("86400", 86_400), ("1e300", 1e7)),
    ],
)
def test_retry_after_is_a_number_or_a_date(value: str, seconds: float) -> None:
    assert retry_after({"Retry-After": value}, NOW) == seconds


def test_pauses_double_spread_and_have_a_ceiling() -> None:
    assert [pause(attempt, 1, 0, 0.5) for attempt in range(4)] == [1, 2, 4, 8]
    assert pause(3, 1, 0, 0.0) == 4
    assert pause(3, 1, 0, 0.999) < 12
    assert pause(50, 1, 0, 0.5) == 60


def test_a_pause_is_never_shorter_than_asked() -> None:
    assert pause(0, 1, 20, 0.0) == 20
    assert 20 < pause(0, 1, 20, 0.9) < 22


@pytest.mark.parametrize(
    ("status", "again"), [(429, True), (500, True), (599, True), (408, True), (400, False), (302, False)]
)
def test_what_may_be_tried_again(status: int, again: bool) -> None:
    error = error_for(status, {}, b'{"error": {"message": "m"}}')
    assert isinstance(error, TransientError if again else RefusedError)
    assert str(error) == f"HTTP {status}: m"


def test_a_redirect_says_where_to() -> None:
    error = error_for(301, {"Location": "https://h/v1"}, b"<html>moved</html>")
    assert str(error) == "HTTP 301: moved to https://h/v1"


@pytest.mark.parametrize(
    "raw", [b"", b"[" * 99_999, b"\xff", b'{"error": 3}', b'{"error": {"message": ["x"]}}', b"null"]
)
def test_any_body_explains_itself_somehow(raw: bytes) -> None:
    assert str(error_for(500, {}, raw)).startswith("HTTP 500: ")


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        ("HTTP 429", "--concurrency"),
        (429, "quota"),
        ("HTTP 503", "wait until"),
        ("invalid verdict", "--judge-schema"),
        ("timeout", "wait until"),
        (404, "--judge-model"),
        ("oversized reply", "most end in /v1"),
        ("malformed reply", "most end in /v1"),
        ("error reply", "well again"),
        ("too many open files", "--concurrency"),
        ("cut-off reply", "without reasoning first"),
        ("filtered reply", "content filter"),
        ("HTTP 408", "lower --concurrency"),
        (400, "objects to"),
        (402, "top it up"),
        (413, "too long"),
        (308, "to which the endpoint has moved"),
        (0, "SSL_CERT_FILE"),
        (451, "--judge-model"),
    ],
)
def test_the_hint_fits_the_cause(cause: int | str, words: str) -> None:
    assert words in hint(cause)
