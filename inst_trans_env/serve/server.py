"""The sockets of the policy server: HTTP/1.1 with keep-alive on loopback, a thread a connection."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from inst_trans_env.errors import UserError
from inst_trans_env.serve.app import PolicyApp, Reply

HOST = "127.0.0.1"
MAX_BODY = 64 * 1024 * 1024


class PolicyServer(ThreadingHTTPServer):
    """Serves a `PolicyApp` on loopback; `port` 0 takes a free one.

    Raises:
        UserError: the port cannot be bound.
    """

    daemon_threads = True
    request_queue_size = 1024

    def __init__(self, app: PolicyApp, port: int = 0) -> None:
        self.app = app
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise UserError(f"cannot listen on port {port}: {error}; choose another, or 0 for any") from error

    @property
    def url(self) -> str:
        """The base URL for clients, ``http://127.0.0.1:PORT/v1``."""
        return f"http://{HOST}:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Buffered, so that head and body leave in one segment (http.server flushes after each request).
    wbufsize = 1 << 16
    server: PolicyServer

    def do_GET(self) -> None:
        self._send(self.server.app.handle("GET", self.path, b""))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True
            message = f"send a Content-Length of at most {MAX_BODY} bytes"
            self._send((411, {"error": {"message": message, "type": "invalid_request_error", "code": None}}))
            return
        self._send(self.server.app.handle("POST", self.path, self.rfile.read(int(length))))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what cannot be read as a request, or another method, with JSON as well."""
        self.close_connection = True
        text = message or self.responses.get(code, ("refused", ""))[0]
        self._send((code, {"error": {"message": text, "type": "invalid_request_error", "code": None}}))

    def _send(self, reply: Reply) -> None:
        status, data = reply
        # ASCII escapes keep a lone surrogate of a task's text sendable.
        body = json.dumps(data).encode("ascii")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Stay silent: the client reports what it got."""
