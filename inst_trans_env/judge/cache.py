"""The cache of judge replies: one SQLite file in WAL mode that many processes may share.

Only replies that parsed as verdicts are stored, each committed before it is used, so that a run which is
killed does not ask again. A damaged file is an error before a run starts; in the middle of a run the cache
switches itself off with one warning. SQLite itself does not notice a file that is removed or overwritten
while it is open, so that is looked for from time to time, and the whole is read again when it is closed.
Neither keys nor prompts are stored, only a hash over them.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from inst_trans_env.errors import UserError
from inst_trans_env.judge.cachefile import APPLICATION_ID, foreign, identity, lost, refuse_foreign, trouble
from inst_trans_env.judge.requests import Tokens
from inst_trans_env.judge.wording import encodable

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_BUSY_TIMEOUT_S = 10.0
# Up to this size the whole file is read to find damage (about a second); beyond, damage shows later.
_CHECKED_BYTES = 512 * 2**20
# So often a cache in use is looked at for whether it is still what was opened.
_LOOK_EVERY_S = 5.0
_CREATE = """
CREATE TABLE IF NOT EXISTS replies (
    key BLOB PRIMARY KEY, model TEXT NOT NULL, api TEXT NOT NULL, prompts TEXT NOT NULL,
    vote INTEGER NOT NULL, text TEXT NOT NULL,
    tokens_sent INTEGER, tokens_received INTEGER, created REAL NOT NULL
) WITHOUT ROWID
"""
# Who asks what just now; see `claims`.
_CREATE_CLAIMS = """
CREATE TABLE IF NOT EXISTS claims (key BLOB PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class CacheKey:
    """All that a verdict depends on. `params` is what the request carries besides model and prompt."""

    model: str
    base_url: str
    api: str
    params: Mapping[str, Any]
    prompt_version: str
    prompt: str
    vote: int = 0

    def digest(self) -> bytes:
        """Return the key under which the reply is stored: 32 bytes that give nothing away."""
        parts = [self.model, self.base_url, self.api, self.params, self.prompt_version, self.vote]
        # The head is ASCII on one line, so that head and prompt cannot run into each other.
        head = json.dumps(parts, sort_keys=True).encode()
        return hashlib.sha256(head + b"\n" + self.prompt.encode("utf-8", "surrogatepass")).digest()


@dataclass(frozen=True, slots=True)
class CachedReply:
    """A stored reply: the judge's words and what they cost when they were asked for."""

    text: str
    tokens: Tokens = field(default_factory=Tokens)


def default_cache_path() -> Path:
    """Return where the cache lies when no path is given: INST_TRANS_CACHE, else the user's cache folder."""
    if named := os.environ.get("INST_TRANS_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "inst-trans" / "judge.sqlite3"


class ReplyCache:
    """Judge replies by key, in the file `path`, which is created when missing.

    `UserError` when the file is damaged, is not such a cache, or cannot be written. Afterwards no method
    but `rows`, `stats` and `clear` raises: a cache that fails mid-run is switched off with one warning.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.working = True
        self._lock = threading.Lock()
        self._db, self._pid = self._open(), os.getpid()
        self._files, self._looked_s = self._found(), time.monotonic()

    def __del__(self) -> None:
        if hasattr(self, "_db"):
            self._db.close()

    def get(self, key: bytes) -> CachedReply | None:
        """Return the stored reply, or None."""
        query = "SELECT text, tokens_sent, tokens_received FROM replies WHERE key = ?"
        rows = self.run(query, (key,))
        return CachedReply(rows[0][0], Tokens(rows[0][1], rows[0][2])) if rows else None

    def put(self, key: CacheKey, reply: CachedReply, digest: bytes | None = None) -> None:
        """Store and commit one reply that parsed as a verdict (`digest`: the key's, where it is at hand)."""
        row = (
            *(digest or key.digest(), encodable(key.model), key.api, key.prompt_version, key.vote),
            *(encodable(reply.text), reply.tokens.sent, reply.tokens.received, time.time()),
        )
        self.run("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield every stored reply as JSON-ready data, oldest first."""
        query = (
            "SELECT lower(hex(key)), model, api, prompts, vote, text, tokens_sent, tokens_received, created"
        )
        names = (
            "key",
            "model",
            "api",
            "prompts",
            "vote",
            "text",
            "tokens_sent",
            "tokens_received",
            "created",
        )
        for row in self._loud(f"{query} FROM replies ORDER BY created, key"):
            yield dict(zip(names, row, strict=True))

    def stats(self) -> list[dict[str, Any]]:
        """Return, per model, API and prompt version, the number of replies and their tokens."""
        query = """SELECT model, api, prompts, count(*), coalesce(sum(tokens_sent), 0),
            coalesce(sum(tokens_received), 0), min(created), max(created)
            FROM replies GROUP BY model, api, prompts ORDER BY model, api, prompts"""
        names = ("model", "api", "prompts", "replies", "tokens_sent", "tokens_received", "oldest", "newest")
        return [dict(zip(names, row, strict=True)) for row in self._loud(query)]

    def clear(self, model: str | None = None) -> int:
        """Delete all replies, or one model's; return how many there were."""
        with self._lock:
            try:
                cursor = self._db.execute("DELETE FROM replies WHERE ? IS NULL OR model = ?", (model, model))
                self._db.execute("VACUUM")
            except sqlite3.Error as error:
                raise trouble(self.path, error) from error
            return cursor.rowcount

    def close(self) -> None:
        """Close the file; the cache is of no use afterwards. What was damaged meanwhile is warned of."""
        with self._lock:
            if self.working:
                self._or_off(self._look, whole=True)
            self.working = False
            self._db.close()

    def run(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        """Return the rows of a statement; none once the cache is switched off."""
        with self._lock:
            if self.working and time.monotonic() - self._looked_s > _LOOK_EVERY_S:
                self._or_off(self._look)
            if not self.working:
                return []
            return self._or_off(lambda: self._connection().execute(query, values).fetchall()) or []

    def _or_off(self, work: Callable[..., T], **options: Any) -> T | None:
        """Return what some work gives, or None when the cache fails at it and is switched off."""
        try:
            return work(**options)
        except (sqlite3.Error, OSError, UserError) as error:
            self.working = False
            _LOG.warning(
                "from now on nothing is read from the cache or kept in it: %s", trouble(self.path, error)
            )
            return None

    def _look(self, *, whole: bool = False) -> None:
        """Raise when the file is no longer the one that was opened, or unreadable to who opens it now."""
        self._looked_s = time.monotonic()
        if self._found() != self._files:
            raise lost(self.path)
        refuse_foreign(self.path)
        place = f"{self.path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(place, timeout=_BUSY_TIMEOUT_S, uri=True)) as db:
            if not _is_cache(db):
                raise lost(self.path)
            self._read(db, whole=whole)

    def _found(self) -> list[tuple[int, int] | None]:
        """Return which files there are now: the database, and its log of late changes where there is one."""
        return [identity(f"{self.path}{suffix}") for suffix in ("", "-wal")]

    def _loud(self, query: str) -> list[Any]:
        try:
            with self._lock:
                return self._connection().execute(query).fetchall()
        except sqlite3.Error as error:
            raise trouble(self.path, error) from error

    def _connection(self) -> sqlite3.Connection:
        # A connection must not be carried over a fork: a child opens its own, and leaves the other open, as
        # closing it would meddle with the parent's file.
        if self._pid != os.getpid():
            self._inherited = self._db
            self._db, self._pid = self._open(), os.getpid()
            self._files = self._found()
        return self._db

    def _open(self) -> sqlite3.Connection:
        try:
            refuse_foreign(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self._connected()
        except (OSError, sqlite3.Error) as error:
            raise trouble(self.path, error) from error

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self.path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        if not _is_cache(db):
            # Another process may be creating it at this moment: ask again when it has finished.
            db.execute("BEGIN IMMEDIATE")
            if not _is_cache(db):
                self._refuse_other_tables(db)
                db.execute(_CREATE)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute("COMMIT")
        _patiently(db, _CREATE_CLAIMS)
        _patiently(db, "PRAGMA journal_mode = WAL")
        # WAL with NORMAL survives the death of any process; only a power cut can lose the last commits.
        db.execute("PRAGMA synchronous = NORMAL")
        self._read(db, whole=True)

    def _refuse_other_tables(self, db: sqlite3.Connection) -> None:
        # The file was empty when it was looked at: another program may have been creating it just then.
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise foreign(self.path)

    def _read(self, db: sqlite3.Connection, *, whole: bool) -> None:
        db.execute("SELECT key, vote, text, tokens_sent FROM replies LIMIT 1").fetchall()
        if whole and self.path.stat().st_size <= _CHECKED_BYTES:
            report = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if report != "ok":
                raise sqlite3.DatabaseError(report.replace("\n", " "))


def _is_cache(db: sqlite3.Connection) -> bool:
    return bool(db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def _patiently(db: sqlite3.Connection, statement: str) -> None:
    """Run a statement for which SQLite does not wait by itself while another process does the same."""
    give_up = time.monotonic() + _BUSY_TIMEOUT_S
    while True:
        try:
            db.execute(statement)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)
        else:
            return
