from __future__ import annotations

import asyncio
import logging
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.judge import JudgeClient, JudgeConfig, ReplyCache, default_cache_path, parse_quality
from inst_trans_env.judge import cache as judge_cache
from inst_trans_env.judge.cache import CachedReply, CacheKey
from inst_trans_env.judge.requests import Tokens
from tests.judge.server import Action, JudgeServer, chat
from tests.judge.test_client import ask_one, drive

BASE = CacheKey("m", "http://h/v1", "chat", {"temperature": 0, "max_tokens": 2048}, "zh.1-aa", "prompt", 0)
REPLY = CachedReply("1", Tokens(10, 1))


@pytest.fixture
def cache(tmp_path: Path):  # type: ignore[no-untyped-def]
    opened = ReplyCache(tmp_path / "deep" / "judge.sqlite3")
    yield opened
    opened.close()


def test_what_is_stored_is_found_again_by_another_process_too(cache: ReplyCache) -> None:
    assert cache.get(BASE.digest()) is None
    cache.put(BASE, REPLY)
    assert cache.get(BASE.digest()) == REPLY
    code = (
        "import sys; from pathlib import Path; from inst_trans_env.judge import ReplyCache;"
        "print(ReplyCache(Path(sys.argv[1])).get(bytes.fromhex(sys.argv[2])).text)"
    )
    command = [sys.executable, "-c", code, str(cache.path), BASE.digest().hex()]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1\n"


@pytest.mark.parametrize(
    "change",
    [
        {"model": "m2"},
        {"base_url": "http://h2/v1"},
        {"api": "responses"},
        {"params": {"temperature": 1, "max_tokens": 2048}},
        {"params": {"temperature": 0}},
        {"prompt_version": "zh.1-ab"},
        {"prompt": "prompt "},
        {"prompt": "prompt\ud800"},
        {"vote": 1},
    ],
)
def test_each_part_of_the_key_counts(change: dict[str, object]) -> None:
    assert replace(BASE, **change).digest() != BASE.digest()  # type: ignore[arg-type]


def test_the_order_of_parameters_does_not_count() -> None:
    assert replace(BASE, params={"max_tokens": 2048, "temperature": 0}).digest() == BASE.digest()


def test_stats_rows_and_clear(cache: ReplyCache) -> None:
    for i, model in enumerate(("a", "a", "b")):
        cache.put(replace(BASE, model=model, prompt=str(i)), REPLY)
    stats = cache.stats()
    assert [(row["model"], row["replies"], row["tokens_sent"]) for row in stats] == [
        ("a", 2, 20),
        ("b", 1, 10),
    ]
    rows = list(cache.rows())
    assert [row["text"] for row in rows] == ["1"] * 3
    assert set(rows[0]) & {"prompt", "base_url"} == set()
    assert cache.clear("a") == 2
    assert cache.clear() == 1
    assert cache.stats() == []


def test_odd_texts_survive(cache: ReplyCache) -> None:
    for text in ("", "a\x00b", "\u2028", "😀" * 1000):
        cache.put(BASE, CachedReply(text))
        assert cache.get(BASE.digest()) == CachedReply(text)


def test_verdicts_are_served_from_the_cache_and_invalid_ones_never_stored(cache: ReplyCache) -> None:
    drive([chat("true"), chat("1.0"), chat("0.5")], ask_one, cache=cache)
    assert [row["text"] for row in cache.rows()] == ["0.5"]


def test_the_second_run_makes_no_call(cache: ReplyCache) -> None:
    with JudgeServer([chat("0.5")]) as judge:
        for _ in range(2):
            client = JudgeClient(JudgeConfig(base_url=judge.base_url, model="gemma"), cache)

            async def run(client: JudgeClient = client) -> float:
                async with client:
                    return await ask_one(client)

            assert asyncio.run(run()) == 0.5
    assert len(judge.requests) == 1
    assert (client.ledger.cached, client.ledger.requests) == (1, 0)


def test_a_stored_reply_that_no_longer_parses_is_asked_again(cache: ReplyCache) -> None:
    with JudgeServer([chat("1")]) as judge:
        config = JudgeConfig(base_url=judge.base_url, model="gemma")

        async def run() -> float:
            async with JudgeClient(config, cache) as client:
                await client.ask("p", parse=lambda text: float(text) / 2)
                cache._db.execute("UPDATE replies SET text = 'rubbish'")
                return await ask_one(client)

        assert asyncio.run(run()) == 1
    assert len(judge.requests) == 2


# Damage


def _damage(path: Path, where: int) -> None:
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    data = bytearray(path.read_bytes())
    data[where : where + 2000] = b"\xa5" * len(data[where : where + 2000])
    path.write_bytes(data)


def _filled(path: Path) -> Path:
    cache = ReplyCache(path)
    for i in range(300):
        cache.put(replace(BASE, prompt=str(i)), CachedReply("1" * 100))
    cache.close()
    return path


@pytest.mark.parametrize("where", [100, 5000, 20_000])
def test_a_damaged_file_is_reported_at_the_start_with_the_way_out(tmp_path: Path, where: int) -> None:
    path = _filled(tmp_path / "judge.sqlite3")
    _damage(path, where)
    with pytest.raises(UserError, match=r"judge\.sqlite3 is damaged .*delete it"):
        ReplyCache(path)


def _sqlite(path: Path, *statements: str) -> bytes:
    """Return the file of another program's database, which is left at `path` with all that is beside it."""
    db = sqlite3.connect(path.with_name("made"), isolation_level=None)
    for statement in statements:
        db.execute(statement)
    for suffix in ("", "-wal", "-shm"):
        if (made := path.with_name(f"made{suffix}")).exists():
            path.with_name(path.name + suffix).write_bytes(made.read_bytes())
    db.close()
    return path.read_bytes()


_TABLE = "CREATE TABLE replies (key)"
FOREIGN: dict[str, Callable[[Path], object]] = {
    "notes": lambda path: path.write_bytes(b"not a database at all " * 50),
    "a few words": lambda path: path.write_bytes(b"hello"),
    "one byte": lambda path: path.write_bytes(b"\0"),
    "a name of SQLite and rubbish": lambda path: path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000),
    "a head cut short": lambda path: path.write_bytes(b"SQLite format 3\x00"),
    "other tables": lambda path: _sqlite(path, _TABLE),
    "other tables, in a log": lambda path: _sqlite(path, "PRAGMA journal_mode = WAL", _TABLE),
    "another program's, empty": lambda path: _sqlite(path, "PRAGMA application_id = 7"),
    "no tables yet": lambda path: _sqlite(path, "PRAGMA user_version = 3"),
    "a cache without its head": lambda path: _damage(_filled(path), 0),
    "a cache with half a head": lambda path: _damage(_filled(path), 20),
}


def _folder(path: Path) -> dict[str, tuple[bytes, int]]:
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in path.iterdir()}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_file_that_is_no_cache_is_named_so_and_left_alone(tmp_path: Path, name: str) -> None:
    path = tmp_path / "notes 100%?#.txt"
    FOREIGN[name](path)
    os.utime(path, (0, 0))
    before = _folder(tmp_path)
    with pytest.raises(
        UserError, match=r"notes 100%\?#\.txt is not a judge cache.*name another file"
    ) as caught:
        ReplyCache(path)
    assert not re.search("delete|move|damage", str(caught.value))
    assert _folder(tmp_path) == before


def test_a_file_of_a_moment_ago_is_given_time_to_become_a_cache(tmp_path: Path) -> None:
    _filled(tmp_path / "whole")
    path = tmp_path / "c"
    path.write_bytes(b"\0" * 4096)
    making = threading.Timer(0.3, lambda: (tmp_path / "whole").replace(path))
    making.start()
    ReplyCache(path).close()
    path.write_bytes(b"notes")
    start = time.monotonic()
    with pytest.raises(UserError, match="is not a judge cache"):
        ReplyCache(path)
    assert time.monotonic() - start < 5


def test_an_empty_file_becomes_a_cache(tmp_path: Path) -> None:
    (tmp_path / "c").touch()
    cache = ReplyCache(tmp_path / "c")
    cache.put(BASE, REPLY)
    assert cache.get(BASE.digest()) == REPLY
    cache.close()


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/null")):
        with pytest.raises(UserError, match=r"no plain file.*with --cache"):
            ReplyCache(path)


@pytest.mark.parametrize("content", [b"", b"notes", b"notes " * 3000])
def test_a_file_that_becomes_another_in_mid_run_is_not_advised_to_be_deleted(
    cache: ReplyCache, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    cache.put(BASE, REPLY)
    cache.path.write_bytes(content)
    os.utime(cache.path, (0, 0))
    cache.close()
    (record,) = caplog.records
    assert re.search("was removed, replaced or overwritten|is not a judge cache", record.getMessage())
    assert "delete" not in record.getMessage()


def test_a_path_that_cannot_be_written_is_a_users_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="with --cache"):
        ReplyCache(tmp_path / "file" / "judge.sqlite3")


def test_a_cache_that_fails_in_mid_run_is_switched_off_with_one_warning(
    cache: ReplyCache, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)

    async def use(client: JudgeClient) -> list[float]:
        first = await client.ask("a", parse=parse_quality)
        cache._db.execute("DROP TABLE replies")
        return [first] + [await client.ask(prompt, parse=parse_quality) for prompt in "bcd"]

    scores, judge, _ = drive([chat("1")], use, cache=cache)
    assert scores == [1] * 4
    assert len(judge.requests) == 4
    assert [record.levelname for record in caplog.records if record.name.endswith("cache")] == ["WARNING"]
    assert (
        "from now on nothing is read from the cache or kept in it: cannot use the judge cache" in caplog.text
    )


def _remove(path: Path) -> None:
    path.unlink()


def _remove_the_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def _replace(path: Path) -> None:
    ReplyCache(path.with_name("other")).close()
    path.with_name("other").replace(path)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


def _overwrite_the_end(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as stream:
        stream.seek(size // 2)
        stream.write(b"\xa5" * (size // 2))


@pytest.mark.parametrize("every_s", [0.0, 999.0])
@pytest.mark.parametrize("damage", [_remove, _remove_the_log, _replace, _empty, _overwrite_the_end])
def test_damage_in_mid_run_is_warned_of_once_and_costs_no_score(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[Path], None],
    every_s: float,
) -> None:
    monkeypatch.setattr(judge_cache, "_LOOK_EVERY_S", every_s)
    cache = ReplyCache(_filled(tmp_path / "judge.sqlite3"))

    async def use(client: JudgeClient) -> list[float]:
        first = await client.ask("a", parse=parse_quality)
        damage(cache.path)
        return [first] + [await client.ask(prompt, parse=parse_quality) for prompt in "abcd"]

    with caplog.at_level(logging.WARNING):
        scores, judge, _ = drive([chat("0.5"), chat("1")], use, cache=cache)
        cache.close()
        cache.close()
    # The second "a" is answered anew where the cache is known to be gone by then.
    assert scores[:1] + scores[2:] == [0.5, 1, 1, 1]
    assert len(judge.requests) in (4, 5)
    told = [record.getMessage() for record in caplog.records if record.name.endswith("cache")]
    assert len(told) == 1
    assert told[0].startswith("from now on nothing is read from the cache or kept in it: the judge cache ")
    said = "move it away or delete it" if damage is _overwrite_the_end else "removed, replaced or overwritten"
    assert said in told[0]


def test_a_cache_that_is_sound_when_it_is_closed_is_not_warned_of(
    cache: ReplyCache, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_cache, "_LOOK_EVERY_S", 0.0)
    other = ReplyCache(cache.path)
    for number in range(20):
        cache.put(replace(BASE, prompt=str(number)), REPLY)
        other.put(replace(BASE, prompt=f"other {number}"), REPLY)
    assert other.clear() == 40
    assert cache.get(BASE.digest()) is None
    other.close()
    cache.close()
    assert caplog.records == []


def test_a_full_disk_is_no_damage(cache: ReplyCache, caplog: pytest.LogCaptureFixture) -> None:
    cache._db.execute("PRAGMA max_page_count = 2")
    for number in range(100):
        cache.put(replace(BASE, prompt=str(number)), REPLY)
    assert [record.getMessage() for record in caplog.records] == [
        "from now on nothing is read from the cache or kept in it: "
        f"cannot use the judge cache {cache.path}: database or disk is full; "
        "name another file with --cache, or free the disk, the rights or the lock"
    ]


# Many users of one file


def test_threads_share_one_cache(cache: ReplyCache) -> None:
    def work(name: int) -> None:
        for i in range(100):
            cache.put(replace(BASE, prompt=f"{name}/{i}"), REPLY)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.working
    assert cache.stats()[0]["replies"] == 400


CREATE = """
import sys, time
from pathlib import Path
from inst_trans_env.judge import ReplyCache
from tests.judge.test_cache import BASE, REPLY
print("ready", flush=True)
for number in range(40):
    while not Path(sys.argv[1], f"go-{number}").exists():
        pass
    cache = ReplyCache(Path(sys.argv[1], f"cache-{number}"))
    cache.put(BASE, REPLY)
    assert cache.get(BASE.digest()) == REPLY
    cache.close()
    Path(sys.argv[1], f"done-{number}-{sys.argv[2]}").touch()
"""


def test_processes_may_create_one_file_together(tmp_path: Path) -> None:
    commands = [[sys.executable, "-c", CREATE, str(tmp_path), name] for name in "ab"]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE) for command in commands]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for number in range(40):
        (tmp_path / f"go-{number}").touch()
        while len(list(tmp_path.glob(f"done-{number}-*"))) < 2 and not any(p.poll() for p in processes):
            time.sleep(0.001)
    for process in processes:
        process.communicate(timeout=20)
    assert [process.returncode for process in processes] == [0, 0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_opens_its_own_connection(cache: ReplyCache) -> None:
    cache.put(BASE, REPLY)
    child = os.fork()
    if not child:
        found = cache.get(BASE.digest()) == REPLY
        cache.put(replace(BASE, prompt="child"), REPLY)
        os._exit(0 if found and cache.working else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert cache.stats()[0]["replies"] == 2


def test_the_default_path_can_be_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INST_TRANS_CACHE", str(tmp_path / "x"))
    assert default_cache_path() == tmp_path / "x"
    monkeypatch.delenv("INST_TRANS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_path() == tmp_path / "inst-trans" / "judge.sqlite3"


def test_a_slow_reply_is_stored_only_when_it_is_there(cache: ReplyCache) -> None:
    drive([Action(chat("1").body, cut=30), chat("1")], ask_one, cache=cache)
    assert cache.stats()[0]["replies"] == 1


def test_no_text_makes_the_cache_raise(cache: ReplyCache) -> None:
    cache.put(BASE, CachedReply("a\ud800\x00b"))
    assert cache.working
    assert cache.get(BASE.digest()) == CachedReply("a\ufffd\x00b")
    odd = replace(BASE, model="m\ud800", prompt="\udfff")
    cache.put(odd, REPLY)
    assert cache.get(odd.digest()) == REPLY
    assert cache.working
