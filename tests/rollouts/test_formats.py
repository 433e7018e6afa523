from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.rollouts.formats import FORMATS, detect, format_named
from inst_trans_env.rollouts.lines import parse_line
from inst_trans_env.rollouts.rollout import Rollout
from tests.support import row

DATA = Path(__file__).parent / "data"
TASK = row("c1")
SAID = [{"role": "assistant", "content": "Hello"}]
ASKED = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": TASK["prompt"]}]


def trace(**changes: Any) -> dict[str, Any]:
    nodes = [{"message": {"role": "user", "content": "?"}}, {"message": SAID[0]}]
    return {"task": {"data": TASK}, "ok": True, "errors": [], "nodes": nodes, "info": {}} | changes


def episode(*traces: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"task": {"data": TASK}, "ok": True, "errors": [], "traces": list(traces)} | changes


GOOD: list[tuple[str, dict[str, Any], list[Rollout]]] = [
    ("predictions", {"case_id": "c1", "prediction": "Hello"}, [Rollout("Hello", case_id="c1")]),
    ("predictions", {"case_id": "c1", "prediction": None, "n": 3}, [Rollout("", case_id="c1")]),
    (
        "rollouts",
        {"case_id": "c1", "completion": "Hello", "task": TASK, "score": {"reward": 1}, "signature": "S"},
        [Rollout("Hello", TASK, "c1", score={"reward": 1}, signature="S")],
    ),
    (
        "verl",
        {"input": "user\nQ\nassistant\n", "output": "Hello", "gts": "c1", "score": 0.5, "step": 3},
        [Rollout("Hello", case_id="c1", prompt="user\nQ\nassistant\n")],
    ),
    ("verl", {"input": "Q", "output": "Hello"}, [Rollout("Hello", prompt="Q")]),
    (
        "trl",
        {"step": 1, "prompt": "Q", "completion": "Hello", "inst_trans": 0.5, "advantage": 0.1},
        [Rollout("Hello", prompt="Q")],
    ),
    (
        "trl",
        {"prompt": ASKED, "completion": SAID, "case_id": "c1"},
        [Rollout("Hello", case_id="c1", prompt="Be brief.\n" + TASK["prompt"])],
    ),
    (
        "results",
        {"example_id": 0, "prompt": "Q", "completion": SAID, "info": json.dumps(TASK), "reward": 1.0},
        [Rollout("Hello", TASK, "c1", "Q")],
    ),
    (
        "results",
        {"example_id": 0, "prompt": "Q", "completion": [], "info": {}, "error": {"error": "ModelError"}},
        [Rollout(None, prompt="Q", error="ModelError: None")],
    ),
    ("results", {"info": "", "prompt": "Q", "completion": "Hello"}, [Rollout("Hello", prompt="Q")]),
    ("traces", episode(trace()), [Rollout("Hello", TASK, "c1")]),
    ("traces", episode(trace(nodes=[])), [Rollout("", TASK, "c1")]),
    (
        "traces",
        episode(trace(), trace(ok=False, errors=[{"type": "A", "message": "a"}])),
        [Rollout("Hello", TASK, "c1"), Rollout("Hello", TASK, "c1", error="A: a")],
    ),
    (
        "traces",
        episode(trace(ok=False, nodes=[], info={"inst_trans": {"reward": 0}})),
        [Rollout(None, TASK, "c1", error="error: none recorded")],
    ),
    (
        "traces",
        episode(ok=False, errors=[{"type": "EnvError", "message": "no"}]),
        [Rollout(None, TASK, error="EnvError: no")],
    ),
    (
        "traces",
        episode(trace(), errors=[{"type": "EnvError", "message": "no"}]),
        [Rollout("Hello", TASK, "c1", error="EnvError: no")],
    ),
    (
        "traces",
        episode(trace(info={"inst_trans": {"reward": 1.0, "signature": "S"}})),
        [Rollout("Hello", TASK, "c1", score={"reward": 1.0, "signature": "S"}, signature="S")],
    ),
    (
        "traces",
        episode(
            trace(nodes=[{"message": {"role": "assistant", "content": [{"text": "He"}, {"text": "y"}]}}])
        ),
        [Rollout("Hey", TASK, "c1")],
    ),
]


@pytest.mark.parametrize(("name", "line", "expected"), GOOD)
def test_rows_are_recognised_and_read(name: str, line: dict[str, Any], expected: list[Rollout]) -> None:
    assert detect(line).name == name
    assert list(FORMATS[name].read(line)) == expected


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("predictions", {"case_id": 3, "prediction": "x"}, "field case_id: expected a string, got int"),
    ("predictions", {"case_id": "c1", "prediction": ["x"]}, "field prediction: expected a string, got list"),
    ("predictions", {"case_id": "c1"}, "field prediction: missing"),
    ("trl", {"prompt": "Q", "completion": 3}, "field completion: a completion must be a string or a list"),
    ("trl", {"prompt": "Q"}, "field completion: missing"),
    ("trl", {"completion": [{"content": [1]}]}, "a message's content must be text or a list of parts"),
    ("trl", {"completion": [{"content": {"text": "x"}}]}, "must be text or a list of parts, got dict"),
    ("trl", {"completion": [{"content": [{"text": ["x"]}]}]}, "part must be a string, got list"),
    ("verl", {"output": "x", "gts": ["c1"]}, "field gts: expected a string, got list"),
    ("results", {"completion": SAID, "info": "{"}, "field info: not JSON"),
    ("results", {"completion": SAID, "info": "[1]"}, "field info: expected an object, got list"),
    ("rollouts", {"case_id": "c", "completion": "", "signature": 1}, "field signature: expected a string"),
    ("traces", {"traces": {}}, "field traces: expected the list"),
    ("traces", {"traces": [3]}, "not a trace of vf-eval"),
    ("traces", episode(trace(ok=False, errors=["?"])), "not a trace of vf-eval"),
    ("traces", {"traces": [], "ok": False}, "not a trace of vf-eval: KeyError('task')"),
]


@pytest.mark.parametrize(("name", "line", "message"), BAD)
def test_rows_that_cannot_be_read(name: str, line: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as caught:
        list(FORMATS[name].read(line))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"a": 1, "b": 2}, "fields a, b: no known format of rollouts. Known: traces (traces); predictions"),
        ({}, "fields none: no known format"),
        ({"case_id": "c1", "if_score": 1.0}, "scores without answers: give the predictions"),
        ({"case_id": "c1", "prompt": "Q"}, "no known format"),
    ],
)
def test_what_is_no_rollout(line: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as caught:
        detect(line)
    assert message in str(caught.value)


def test_unknown_format_names_the_nearest() -> None:
    with pytest.raises(UserError, match=r"unknown format 'trace'\. Did you mean 'traces'"):
        format_named("trace")


@pytest.mark.parametrize(
    ("file", "name", "errors"),
    [
        ("traces-0.4.0.jsonl", "traces", {"JudgeOutage: judge no-judge: HTTP 404": 2}),
        (
            "results-0.1.14.jsonl",
            "results",
            {'InfraError: InfraError("scoring: RequestRefusedError: judge no-such")': 2},
        ),
    ],
)
def test_real_runs(file: str, name: str, errors: dict[str, int]) -> None:
    rows = [parse_line(line) for line in (DATA / file).read_bytes().split(b"\n") if line]
    assert {detect(line).name for line in rows} == {name}
    rollouts = [rollout for line in rows for rollout in FORMATS[name].read(line)]
    assert Counter(rollout.case_id for rollout in rollouts) == {f"tiny-{n}": 2 for n in range(1, 5)}
    assert Counter(rollout.error for rollout in rollouts if rollout.error) == errors
    assert all(rollout.completion and rollout.row for rollout in rollouts)
    scored = [rollout for rollout in rollouts if not rollout.error]
    assert all(
        rollout.score and rollout.signature.startswith("InstTrans|rules:published") for rollout in scored
    )


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"a": "\\ud800"}', {"a": "\ud800"}),
        (b'{"a": 123456789012345678901234567890}', {"a": 123456789012345678901234567890}),
        ('{"a": "\u2028"}'.encode(), {"a": "\u2028"}),
    ],
)
def test_lines(line: bytes, value: Any) -> None:
    assert parse_line(line) == value


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[1]", "expected a JSON object, got list"),
        (b"{", "not JSON"),
        (b"\xff", "not valid UTF-8 (byte 0 of the line)"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a": ' + b"1" * 5000 + b"}", "not JSON"),
    ],
)
def test_lines_that_are_none(line: bytes, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_line(line)
    assert message in str(caught.value)
