"""The judge that the tests of both environments ask."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest

from inst_trans_env.serve.app import PolicyApp
from inst_trans_env.serve.server import PolicyServer


@pytest.fixture(scope="module")
def judge_url() -> Iterator[str]:
    with PolicyServer(PolicyApp([])) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()
