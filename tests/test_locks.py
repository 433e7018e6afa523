"""Folders that one process at a time writes in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from inst_trans_env import locks
from inst_trans_env.errors import UserError
from inst_trans_env.locks import LOCK, FolderLock

HOLD = """
import sys, time
from pathlib import Path
from inst_trans_env.locks import FolderLock
with FolderLock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""
# Takes the lock so often that holders and takers meet in every state; the count must lose nothing.
COUNT = """
import sys
from pathlib import Path
from inst_trans_env.errors import UserError
from inst_trans_env.locks import FolderLock
count, left = Path(sys.argv[2]), 200
while left:
    try:
        with FolderLock(Path(sys.argv[1])):
            count.write_text(str(int(count.read_text()) + 1))
            left -= 1
    except UserError:
        pass
"""


def python(code: str, *args: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_second_process_is_told_who_is_at_work(tmp_path: Path) -> None:
    with python(HOLD, tmp_path) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(
            UserError, match=rf"^process {holder.pid} on .* \(since 20.* UTC\) is at work in "
        ):
            FolderLock(tmp_path)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    # Nothing is left of a process that was killed, but a file that keeps nobody out.
    assert (tmp_path / LOCK).exists()
    with FolderLock(tmp_path):
        assert (tmp_path / LOCK).read_text().startswith(f"process {os.getpid()} on ")
    assert list(tmp_path.iterdir()) == []


def test_never_two_at_once(tmp_path: Path) -> None:
    count = tmp_path / "count"
    count.write_text("0")
    folder = tmp_path / "folder"
    processes = [python(COUNT, folder, count) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    for process in processes:
        assert process.stdout is not None
        process.stdout.close()
    assert count.read_text() == "600"


def test_a_released_lock_can_be_taken_and_released_again(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(UserError, match=f"process {os.getpid()} "):
        FolderLock(tmp_path)
    lock.release()
    lock.release()
    with FolderLock(tmp_path):
        pass


def test_the_folder_may_vanish_while_it_is_held(tmp_path: Path) -> None:
    with FolderLock(tmp_path / "a"):
        (tmp_path / "a" / LOCK).unlink()
        (tmp_path / "a").rmdir()
    assert not (tmp_path / "a").exists()


def test_a_system_without_such_locks_goes_on_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    with FolderLock(tmp_path / "a"), FolderLock(tmp_path / "a"):
        assert list((tmp_path / "a").iterdir()) == []


def test_a_file_system_without_such_locks_goes_on_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int, operation: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locks.fcntl, "flock", refuse)
    with FolderLock(tmp_path), FolderLock(tmp_path):
        pass
