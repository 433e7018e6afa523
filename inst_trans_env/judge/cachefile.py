"""Whether a file is a cache of judge replies, and what to say when it is not or cannot be used."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from inst_trans_env.errors import UserError

APPLICATION_ID = 0x49544A43
"""Stands in the head of every cache file from the moment that it is made."""

_SETTLES_S = 1.0


def refuse_foreign(path: Path) -> None:
    """Raise `UserError` for a file with content that is no cache; the file is read and not changed.

    Nothing says that a file without the head of a cache ever was one: it may be anything of the user's, and
    no advice may cost it.
    """
    if not path.exists():
        return
    if not path.is_file():
        raise UserError(f"{path} is no plain file, so no judge cache: name another one with --cache")
    give_up = time.monotonic() + _SETTLES_S
    while path.stat().st_size and _application_id(path) != APPLICATION_ID:
        # Written a moment ago: it may be a cache that another process is making.
        settled = time.time() - path.stat().st_mtime > _SETTLES_S
        if settled or time.monotonic() > give_up:
            raise foreign(path)
        time.sleep(0.02)


def foreign(path: Path) -> UserError:
    """Return the error for a file that is something else."""
    return UserError(
        f"{path} is not a judge cache, and is left as it is: name another file with --cache "
        "(one that is not there yet is made)"
    )


def _application_id(path: Path) -> int | None:
    """Return the id in the head of an SQLite file; None for any other file.

    Asked of SQLite, as opening and closing the file ourselves would drop the locks that other connections
    of this process hold on it; `immutable`, as SQLite would otherwise tidy up another program's file.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        try:
            return int(db.execute("PRAGMA application_id").fetchone()[0])
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return None


def identity(path: str) -> tuple[int, int] | None:
    """Return which file lies at a path, whatever its name; None without one."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def lost(path: Path) -> UserError:
    """Return the error for a cache in use that is no longer what was opened."""
    return UserError(
        f"the judge cache {path} was removed, replaced or overwritten while it was in use: "
        "give the run a file that nothing else writes"
    )


def trouble(path: Path, error: Exception) -> UserError:
    """Return the sentence for what went wrong with a cache."""
    if isinstance(error, UserError):
        return error
    if isinstance(error, sqlite3.OperationalError | OSError):
        return UserError(
            f"cannot use the judge cache {path}: {error}; name another file with --cache, "
            "or free the disk, the rights or the lock"
        )
    return UserError(
        f"the judge cache {path} is damaged ({error}): move it away or delete it, with its "
        "-wal and -shm files; the run then starts with an empty cache and pays for those calls again"
    )
