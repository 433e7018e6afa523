"""One process at a time in a folder that several may be started on."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from inst_trans_env.errors import UserError

try:
    import fcntl
except ImportError:  # Not on Windows: there nothing keeps a second process out.
    fcntl = None  # type: ignore[assignment]

LOCK = ".lock"


class FolderLock:
    """The right to write in a folder, which is made when it is not there; given back at the end of ``with``.

    The system gives it back when the process dies, however it dies. Where the system or the file system
    knows no such locks, there is none and everybody may write.

    Raises:
        UserError: another process is at work in the folder, or it cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._file: int | None = None
        self._released = False
        try:
            while not self._taken():
                pass
        except OSError as error:
            raise UserError(
                f"cannot make the folder {folder}, or write in it: {error.strerror or error}"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    @property
    def held(self) -> bool:
        """Whether it was not given back yet."""
        return not self._released

    def release(self) -> None:
        """Give the right back; a second time does nothing."""
        self._released = True
        if self._file is None:
            return
        # Removed while it is still held: whoever opened it in the meantime finds that it is gone.
        with suppress(OSError):
            self._path.unlink()
        os.close(self._file)
        self._file = None

    def _taken(self) -> bool:
        """Try once; False when the file was removed by its holder before it could be locked."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if fcntl is None:
            return True
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(file, 200).decode(errors="replace") or "another process"
            os.close(file)
            raise UserError(
                f"{holder} is at work in {self._path.parent}: wait until it ends or stop it, "
                "or choose another place for the results"
            ) from error
        except OSError:
            os.close(file)
            return True
        if not _is(file, self._path):
            os.close(file)
            return False
        since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        os.ftruncate(file, 0)
        os.write(file, f"process {os.getpid()} on {socket.gethostname()} (since {since})".encode())
        self._file = file
        return True


def _is(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
