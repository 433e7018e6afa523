from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inst_trans_env import Scorer, Task, load_tasks
from inst_trans_env.errors import DataError, UserError
from inst_trans_env.files import write_jsonl
from inst_trans_env.tasks import release
from tests.support import row


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Any]:
    def write_rows(*rows: Any) -> Path:
        write_jsonl(tmp_path / "test.jsonl", rows)
        return tmp_path / "test.jsonl"

    return write_rows


def test_rows_come_back_as_they_were(write: Any) -> None:
    rows = [row("a", duration_s=[1.0, 2.5], batch_size=2, style={"formality": "casual"}), row("b")]
    path = write(*rows)
    tasks = load_tasks(path)
    assert [task.to_row() for task in tasks] == [
        dict(sorted_like(task, given)) for task, given in zip(tasks, rows, strict=True)
    ]
    assert tasks.source == str(path)
    assert tasks.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def sorted_like(task: Task, given: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, given[name]) for name in task.to_row())


def test_only_line_feeds_end_a_line(write: Any) -> None:
    path = write(row("a", source_text='{"1": "你\u2028好\u0085\x0b"}'), row("b"))
    assert "\u2028" in path.read_text(encoding="utf-8")
    assert len(load_tasks(path)) == 2


def test_rows_that_a_rule_set_cannot_read_are_told_by_file_and_line(write: Any) -> None:
    ids = ["format_preserve", "syllable_order"]
    path = write(row("a"), row("b", constraint_ids=ids, duration_s=[1.0, 2.5], batch_size=2))
    tasks = load_tasks(path)
    assert tasks[1].place == f"{path}, line 2"
    Scorer("published").check_tasks(tasks)
    place = re.escape(f"row 2 (case 'b', {path}, line 2): syllable_order needs duration_s")
    with pytest.raises(DataError, match=f"^{place}"):
        Scorer("strict").check_tasks(tasks)


def test_the_place_is_no_part_of_a_row(write: Any) -> None:
    task = load_tasks(write(row("a")))[0]
    assert "place" not in task.to_row()
    assert task == Task.from_row(task.to_row())


def test_limit_keeps_the_top(write: Any) -> None:
    path = write(*(row(name) for name in "abc"))
    assert [task.case_id for task in load_tasks(path, limit=2)] == ["a", "b"]
    with pytest.raises(UserError, match="limit must be at least 1"):
        load_tasks(path, limit=0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"target_lang": "eng"}, r"field target_lang: unknown value 'eng'. Did you mean 'en'\? Known"),
        ({"target_lang": 3}, "field target_lang: expected a string, got int 3"),
        ({"reference": None}, "field reference: missing"),
        ({"case_id": ""}, "field case_id: expected text"),
        ({"prompt": ""}, "field prompt: expected text"),
        ({"prompt": "hello"}, "field prompt: the prompt has no"),
        ({"constraints": "x", "prompt": "p"}, "field constraints: expected a list of strings"),
        (
            {"constraint_ids": ["format"], "constraints": ["x"]},
            "unknown value 'format'. Did you mean 'format_preserve'",
        ),
        ({"constraint_ids": [], "constraints": []}, "expected at least one constraint"),
        ({"duration_s": [1, True]}, "field duration_s: expected a list of seconds"),
        ({"duration_s": [float("nan")]}, "field duration_s: expected a list of seconds"),
        ({"duration_s": [10**400]}, "field duration_s: expected a list of seconds"),
        ({"batch_size": 0}, "field batch_size: expected a whole number"),
        ({"style": "casual"}, "field style: expected an object"),
    ],
)
def test_a_bad_row_says_where_and_what(write: Any, changes: dict[str, Any], message: str) -> None:
    bad = {**row("good"), "case_id": "bad-7", **changes}
    if "prompt" not in changes and "constraints" in changes:
        bad["prompt"] = row(constraints=["x"])["prompt"]
    path = write(row("a"), bad)
    with pytest.raises(DataError, match=message) as error:
        load_tasks(path)
    assert f"{path}, line 2" in str(error.value)
    assert repr(bad["case_id"]) in str(error.value)


def test_derived_fields_must_agree_with_the_prompt(write: Any) -> None:
    bad = row("a")
    bad["source_text"] = '{"1": "您好"}'
    with pytest.raises(DataError, match="field source_text: differs from the prompt at character 7"):
        load_tasks(write(bad))
    bad = row("a")
    bad["constraints"] = ["【硬性要求】保留 JSON"]
    with pytest.raises(DataError, match="field constraints, line 1: differs from the prompt"):
        load_tasks(write(bad))


def test_ids_and_lines_stand_one_to_one(write: Any) -> None:
    bad = row("a")
    bad["constraint_ids"] = ["format_preserve", "layout_break"]
    with pytest.raises(DataError, match="one id for each of the 1 constraints, got 2"):
        load_tasks(write(bad))


def test_a_constraint_stands_once_in_a_row(write: Any) -> None:
    with pytest.raises(DataError, match="'format_preserve' occurs more than once"):
        load_tasks(write(row("a", constraint_ids=["format_preserve", "format_preserve"])))


def test_a_case_id_is_used_once(write: Any) -> None:
    with pytest.raises(DataError, match=r"line 2: case_id 'a' was already used at .*line 1"):
        load_tasks(write(row("a"), row("a")))


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "line 1: not JSON"), ("[1]", "line 1: expected a JSON object, got list"), ("", "no task in it")],
)
def test_a_file_of_something_else(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(DataError, match=message):
        load_tasks(tmp_path / "x.jsonl")


def test_bytes_that_are_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b'{"a": 1}\n{"b": "\xff"}')
    with pytest.raises(DataError, match="line 2: not valid UTF-8"):
        load_tasks(tmp_path / "x.jsonl")


def test_paths_that_are_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a folder"):
        load_tasks(tmp_path)
    with pytest.raises(UserError, match="does not exist"):
        load_tasks(tmp_path / "none.jsonl")


def test_unknown_fields_are_named(write: Any) -> None:
    with pytest.warns(UserWarning, match="unknown fields were ignored: durations"):
        load_tasks(write({**row("a"), "durations": [1]}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": "socal"}, r"line 2: field scenario: 'socal' is none of the benchmark's \(social, doc_"),
        ({"domain": "漫画"}, r"line 2: field domain: '漫画' is none of the benchmark's \(B站动态, 小说"),
        ({"domain": "漫画", "scenario": "x"}, r"field scenario: 'x' .*\(1 more such values\); breakdowns"),
    ],
)
def test_a_scenario_or_domain_of_no_row_of_the_benchmark_is_told(
    write: Any, changes: dict[str, str], message: str
) -> None:
    path = write(row("a"), row("b", **changes), row("c", **changes))
    with pytest.warns(UserWarning, match=message) as told:
        assert len(load_tasks(path)) == 3
    assert len(told) == 1


def test_the_sample_has_none_such() -> None:
    from inst_trans_env.tasks.schema import DOMAINS, SCENARIOS

    tasks = load_tasks("sample")
    assert {task.scenario for task in tasks} <= {*SCENARIOS}
    assert {task.domain for task in tasks} == {*DOMAINS}


def test_a_copy_of_the_release_is_told_from_another_file(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(row("a"), row("b"))
    monkeypatch.setattr(release, "ROWS", 2)
    with pytest.warns(UserWarning, match="has 2 rows like the release"):
        load_tasks(path)
    monkeypatch.setattr(release, "SHA256", hashlib.sha256(path.read_bytes()).hexdigest())
    load_tasks(path)


def hub(monkeypatch: pytest.MonkeyPatch, load: Any) -> None:
    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=load))


def test_the_hub_gives_rows_with_nulls_for_what_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def load(*args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        calls.append((args, kwargs))
        return [{**row("a"), "duration_s": None, "batch_size": None, "style": {"formality": None}}]

    hub(monkeypatch, load)
    tasks = load_tasks("hub:v1")
    assert calls == [(("IndexTeam/InstTrans-Bench",), {"split": "test", "revision": "v1"})]
    assert tasks[0].duration_s is None
    assert tasks[0].style is None
    assert tasks.source == "hub:v1"


def test_a_hub_that_fails_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        raise ConnectionError("no network")

    hub(monkeypatch, load)
    with pytest.raises(UserError, match="no network; check network and revision, or give the path"):
        load_tasks("hub")


def test_without_the_package_the_hub_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(UserError, match=r"inst-trans-env\[hub\]"):
        load_tasks("hub")


def test_a_row_of_scoring_fields_alone_is_a_task() -> None:
    bare = {
        name: row()[name]
        for name in ("source_lang", "target_lang", "source_text", "constraints", "constraint_ids")
    }
    assert Task.from_row(json.loads(json.dumps(bare))).prompt == ""
