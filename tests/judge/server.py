"""A judge endpoint on loopback that misbehaves on purpose, in a thread of its own.

    with JudgeServer(script) as server:
        ... server.base_url ... server.requests ...

`script` is called with each request, in the order of arrival, and returns what to do with it.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True)
class Request:
    """One request as it came: its number from 0, path, headers (lower case) and JSON body."""

    number: int
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        return str(self.body["input"] if "input" in self.body else self.body["messages"][0]["content"])


@dataclass(frozen=True)
class Action:
    """Wait, answer, and perhaps reset the connection after `cut` bytes of the body."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut: int | None = None


Script = Callable[[Request], Action]


def chat(
    content: Any, *, usage: tuple[int, int] | None = (100, 1), finish: str = "stop", **message: Any
) -> Action:
    payload: dict[str, Any] = {
        "id": "c",
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
    }
    if usage:
        payload["usage"] = {
            "prompt_tokens": usage[0],
            "completion_tokens": usage[1],
            "total_tokens": sum(usage),
        }
    return Action(json.dumps(payload).encode())


def responses(text: str | None, *, reasoning: str = "", status: str = "completed") -> Action:
    output: list[dict[str, Any]] = [
        {
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": reasoning}],
            "content": [{"type": "output_text", "text": reasoning}],
        }
    ]
    if text is not None:
        output.append(
            {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "refusal", "refusal": "0"}, {"type": "output_text", "text": text}],
            }
        )
    usage = {"input_tokens": 100, "output_tokens": 1, "total_tokens": 101}
    return Action(json.dumps({"id": "r", "status": status, "output": output, "usage": usage}).encode())


def answer(request: Request, text: str) -> Action:
    """Answer in the shape that was asked for."""
    return responses(text) if request.path.endswith("/responses") else chat(text)


def error(status: int, message: str = "no", **headers: str) -> Action:
    body = json.dumps({"error": {"message": message, "code": None}}).encode()
    return Action(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def in_turn(*actions: Action) -> Script:
    """Return a script that goes through the actions and then repeats the last."""
    return lambda request: actions[min(request.number, len(actions) - 1)]


class JudgeServer:
    """The server: `requests` holds all that came, `most_at_once` the highest number in work together."""

    def __init__(self, script: Script | Sequence[Action]) -> None:
        self.script: Script = script if callable(script) else in_turn(*script)
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._now = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.port = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *exc: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=2048)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = [line.partition(":") for line in head[1:] if line]
        headers = {name.lower(): value.strip() for name, _, value in fields}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        request = Request(len(self.requests), head[0].split()[1], headers, json.loads(body))
        self.requests.append(request)
        action = self.script(request)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            if action.delay_s:
                await asyncio.sleep(action.delay_s)
        finally:
            self._now -= 1
        return await _send(writer, action)


async def _send(writer: asyncio.StreamWriter, action: Action) -> bool:
    fields = {"Content-Type": "application/json", "Content-Length": str(len(action.body)), **action.headers}
    head = f"HTTP/1.1 {action.status} X\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in fields.items()
    )
    writer.write(head.encode("latin-1") + b"\r\n" + action.body[: action.cut])
    await writer.drain()
    if action.cut is None:
        return True
    await asyncio.sleep(0.02)
    # Linger of 0 s: closing sends RST rather than FIN.
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    return False
