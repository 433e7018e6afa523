"""Which of several processes on one cache asks a question; the others wait for its verdict.

A claim is a row beside the replies. What goes wrong with it costs a call at most: it ends with the process that holds
it, after a time where that hangs, and where the cache fails there are none.
"""

from __future__ import annotations

import os
import secrets
import time

from inst_trans_env.judge.cache import ReplyCache

# The holder may be the one that has just been found dead: nobody else's claim is overwritten before its end.
_TAKE = """
INSERT INTO claims VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
WHERE claims.owner IN (excluded.owner, ?) OR claims.until < ?
"""


class Claims:
    """The claims of one client.

    Args:
        cache: the shared file; without one there is nobody to share with.
        lasting_s: seconds after which a claim that is not renewed ends.
    """

    def __init__(self, cache: ReplyCache | None, lasting_s: float) -> None:
        self._cache = cache
        self._lasting_s = lasting_s
        self._name = secrets.token_hex(4)

    def take(self, key: bytes) -> bool:
        """Claim a question, or renew the claim; False when somebody else has it."""
        if self._cache is None:
            return True
        me, now = self._owner(), time.time()
        held = self._cache.run("SELECT owner, until FROM claims WHERE key = ?", (key,))
        holder, until = held[0] if held else (me, now)
        if holder != me and until >= now and _alive(holder):
            return False
        self._cache.run(_TAKE, (key, me, now + self._lasting_s, holder, now))
        taken = self._cache.run("SELECT owner FROM claims WHERE key = ?", (key,))
        return not taken or taken[0][0] == me

    def drop(self, key: bytes) -> None:
        """Give a claim back."""
        if self._cache is not None:
            self._cache.run("DELETE FROM claims WHERE key = ? AND owner = ?", (key, self._owner()))

    def _owner(self) -> str:
        return f"{os.getpid()}:{self._name}"


def _alive(owner: str) -> bool:
    """Return whether a claim's process may still be there. A shared cache lies on one machine, as WAL must."""
    try:
        os.kill(int(owner.partition(":")[0]), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
