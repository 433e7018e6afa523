"""One HTTP exchange with the judge's endpoint.

aiohttp rather than httpx or the openai client: against an instant local server on 2 cores it makes over ten
times as many calls a second (`scripts/bench-judge --compare`), and retries stay ours alone.
"""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from inst_trans_env.judge.retry import (
    NO_FILES,
    NO_TLS,
    UNKNOWN_HOST,
    UNREACHABLE,
    RefusedError,
    TransientError,
    error_for,
)
from inst_trans_env.judge.wording import shortened

if TYPE_CHECKING:
    import aiohttp

_LARGEST_REPLY = 8 * 2**20


class Transport:
    """Connections to one endpoint, opened inside a running event loop. `key` may be empty."""

    def __init__(self, base_url: str, key: str, timeout_s: float) -> None:
        import aiohttp

        self._base_url = base_url
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        # How many calls run at once is the client's business, hence limit=0. The environment's proxy is
        # looked up once here: aiohttp's own trust_env does so for every call, in a thread.
        self._session = aiohttp.ClientSession(
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=timeout_s, sock_connect=min(timeout_s, 15.0)),
            connector=aiohttp.TCPConnector(limit=0),
            cookie_jar=aiohttp.DummyCookieJar(),
            proxy=_proxy(base_url),
        )
        self._timeout_s = timeout_s
        # As it stands in a header, and in JSON (also inside a string) of servers that put \ before each /.
        spellings = dict.fromkeys(key.replace("/", "\\" * count + "/") for count in range(4))
        self._key = [spelling.encode() for spelling in spellings if spelling]

    async def post(self, path: str, body: bytes) -> bytes:
        """Return the body of a 200 reply; `TransientError` or `RefusedError` for everything else."""
        import aiohttp

        url = self._base_url + path
        try:
            async with self._session.post(url, data=body, allow_redirects=False) as response:
                raw = await _read(response)
                # A key that the endpoint repeats must reach neither a note nor an error message.
                for spelling in self._key:
                    raw = raw.replace(spelling, b"[key]")
                if response.status == 200:
                    return raw
                raise error_for(response.status, response.headers, raw)
        except (aiohttp.ClientError, OSError) as error:
            raise self._meaning(error) from error

    def _meaning(self, error: Exception) -> TransientError | RefusedError:
        """Return what an exchange that broke off means."""
        import aiohttp

        said = shortened(str(error)) or type(error).__name__
        if isinstance(error, aiohttp.ClientConnectorCertificateError):
            return RefusedError(0, f"the endpoint's certificate is not trusted: {said}")
        if isinstance(error, aiohttp.InvalidURL):
            return RefusedError(0, f"not a URL: {said}")
        if isinstance(error, aiohttp.ClientHttpProxyError):
            return error_for(error.status, error.headers or {}, error.message.encode())
        if isinstance(error, aiohttp.ClientResponseError):
            return TransientError("malformed reply", f"the server speaks no HTTP: {shortened(error.message)}")
        unreached = isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError)
        if isinstance(error, TimeoutError) and not unreached:
            return TransientError("timeout", f"no reply within {self._timeout_s:g} s")
        return TransientError(_unreached(error) if unreached else "connection", f"connection failed: {said}")

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()


def _unreached(error: Exception) -> str:
    """Return the kind of failure to reach a server."""
    import aiohttp

    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return NO_FILES
    if isinstance(error, aiohttp.ClientSSLError):
        return NO_TLS
    # No such name; other codes mean that the name server did not answer.
    if isinstance(error, aiohttp.ClientConnectorDNSError) and error.errno == socket.EAI_NONAME:
        return UNKNOWN_HOST
    return UNREACHABLE


def _proxy(url: str) -> str | None:
    """Return the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for a URL."""
    target = urlsplit(url)
    found = getproxies().get(target.scheme)
    if not found or (target.hostname and proxy_bypass(target.hostname)):
        return None
    return found if "://" in found else f"http://{found}"


async def _read(response: aiohttp.ClientResponse) -> bytes:
    parts: list[Any] = []
    size = 0
    async for chunk in response.content.iter_any():
        parts.append(chunk)
        size += len(chunk)
        if size > _LARGEST_REPLY:
            raise TransientError("oversized reply", f"the reply is larger than {_LARGEST_REPLY} bytes")
    return b"".join(parts)
