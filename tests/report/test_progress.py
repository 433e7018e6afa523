from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from inst_trans_env.report import progress as module


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Return what a terminal is sent."""
    sent = io.StringIO()
    terminal = Console(file=sent, force_terminal=True, width=100)
    monkeypatch.setattr(module, "console", lambda *, stderr: terminal)
    return sent


def test_a_run_that_waits_is_seen_to_wait(page: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DELAY_S", 0.01)
    notes = iter(f"note {number}" for number in range(10**6))
    with module.progress("rows", 20, lambda: next(notes)) as done:
        done(5)
        deadline = time.monotonic() + 10
        # Nothing more is finished, and yet the note moves on.
        while "note 3" not in page.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "rows" in page.getvalue()
    assert "5/20" in page.getvalue()
    assert "note 3" in page.getvalue()


def test_nothing_is_drawn_for_what_ends_soon(page: io.StringIO) -> None:
    with module.progress("rows", 20) as done:
        done(20)
    assert page.getvalue().strip() == ""


def test_an_error_goes_through(page: io.StringIO) -> None:
    with pytest.raises(KeyboardInterrupt), module.progress("rows", 20):
        raise KeyboardInterrupt


def test_a_file_gets_no_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DELAY_S", 0.0)
    with module.progress("rows", 20) as done:
        done(1)
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")
