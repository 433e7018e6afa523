"""The folder beside an output that holds what a long job has finished."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from inst_trans_env.files import write_json
from inst_trans_env.locks import LOCK, FolderLock

MARK = "work.json"
FINISHED = ("unit-", "bucket-")
"""Begin the names of what is finished."""


class WorkFolder(FolderLock):
    """A folder that no other process works in at once, and that only a job which begins changes.

    What was refused before `begin` leaves the folder, and those around it, as they were found. A job that fails
    with nothing finished leaves nothing either; one that is interrupted, or has finished something, can go on.

    Attributes:
        folder: where it is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made = [path for path in (folder, *folder.parents) if not path.exists()]
        super().__init__(folder)
        self._found = frozenset(path.name for path in folder.iterdir())
        self._begun = False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.held:
            return
        if not self._begun:
            self._leave(path for path in self.folder.iterdir() if path.name not in self._found)
        elif isinstance(error, Exception) and not any(map(_is_finished, self.folder.iterdir())):
            self._leave(self.folder.iterdir())
        self.release()

    def holds(self, identity: Mapping[str, Any]) -> bool | None:
        """Return whether the folder holds a job that began as this one; None where it holds none."""
        try:
            return bool(json.loads((self.folder / MARK).read_bytes()) == identity)
        except FileNotFoundError:
            return None
        except ValueError:
            return False

    def begin(self, identity: Mapping[str, Any], inputs: Collection[str], *, resume: bool) -> None:
        """Make the folder that of a job.

        Args:
            identity: everything that the job depends on.
            inputs: names of its files that lie in the folder already.
            resume: keep what is finished too; anything else is removed.
        """
        self._begun = True
        for path in self.folder.iterdir():
            finished = resume and (path.name == MARK or _is_finished(path))
            if path.name not in {LOCK, *inputs} and not finished:
                _remove(path)
        if not resume:
            write_json(self.folder / MARK, identity)

    def discard(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.folder)
        self.release()

    def _leave(self, files: Iterable[Path]) -> None:
        for path in list(files):
            if path.name != LOCK:
                _remove(path)
        self.release()
        # Only those that hold nothing, the innermost first.
        with suppress(OSError):
            for path in self._made:
                path.rmdir()


def _is_finished(path: Path) -> bool:
    return path.name.startswith(FINISHED)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
