"""The server as a process of its own, spoken to over HTTP."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.serve import tiny

SERVE = [str(Path(sys.executable).with_name("inst-trans")), "serve"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path: Path = tiny.write(tmp_path_factory.mktemp("serve") / "tasks.jsonl")
    command = [*SERVE, "--data", str(path), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=10)
        assert process.returncode == 0
        assert err.endswith("stopped\n")


def test_many_connections_at_once(server: str) -> None:
    row = tiny.ROWS[1]
    body = {"model": "reference", "messages": [{"role": "user", "content": row["prompt"]}]}

    def ask(_: int) -> str:
        with httpx.Client() as client:
            replies = [
                client.post(f"{server}/chat/completions", json=body).raise_for_status() for _ in range(2)
            ]
        answer: str = replies[1].json()["choices"][0]["message"]["content"]
        return answer

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(ask, range(48))) == {row["reference"]}


def test_errors_keep_the_connection(server: str) -> None:
    with httpx.Client() as client:
        assert client.post(f"{server}/chat/completions", content=b"nonsense").status_code == 400
        assert client.get(f"{server}/models").status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused_in_json(server: str, method: str) -> None:
    reply = httpx.request(method, f"{server}/models")
    assert reply.status_code == 501
    assert "Unsupported method" in reply.json()["error"]["message"]


def test_body_without_length_is_refused(server: str) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"{}"

    reply = httpx.post(f"{server}/chat/completions", content=chunks())
    assert reply.status_code == 411


def test_listens_on_loopback_only_and_says_when_the_port_is_taken(server: str) -> None:
    port = str(httpx.URL(server).port)
    assert server == f"http://127.0.0.1:{port}/v1"
    done = subprocess.run([*SERVE, "--list"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("reference ")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [*SERVE, "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "cannot listen on port" in done.stderr
