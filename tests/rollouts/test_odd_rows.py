"""Rows with anything at all in any field: set aside by themselves, and told in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from inst_trans_env import Scorer, Task
from inst_trans_env.cli import main
from inst_trans_env.lift import load_lift_tasks, score_document
from inst_trans_env.lift.wire import to_wire
from inst_trans_env.rollouts.drafts import Drafts
from inst_trans_env.rollouts.translations import Translations
from tests.rollouts.build import draft_trace, rows, task, traces, write_data

ODD: list[Any] = [
    *(None, True, -1, 1.5, float("nan"), 10**400, "", "x", "\0", "\ud800", "9" * 5000, "{", "null"),
    *([], [None], [[]], {}, {"a": 1}, [{"role": "assistant", "content": None}]),
]
DRAFT = load_lift_tasks("sample")[0]
ROW, GOOD = task(0), '{"1": "Hello"}'


def scored() -> dict[str, Any]:
    whole = Task.from_row(ROW)
    score = Scorer("published").score(whole, GOOD).to_dict()
    signature = Translations("published").sign(whole)
    return {
        "case_id": "c0",
        "completion": GOOD,
        "score": score,
        "signature": signature,
        "task": whole.to_row(),
    }


def drafted() -> dict[str, Any]:
    score = score_document(DRAFT, "# x").to_dict() | {"signature": Drafts().sign(DRAFT)}
    return draft_trace(DRAFT, "# x", score)


BASES: list[tuple[str, str, dict[str, Any]]] = [
    ("if_score", "traces", traces(1)[0]),
    ("if_score", "rollouts", scored()),
    ("if_score", "predictions", {"case_id": "c0", "prediction": GOOD}),
    ("if_score", "trl", {"prompt": ROW["prompt"], "completion": [{"role": "assistant", "content": GOOD}]}),
    ("if_score", "verl", {"input": ROW["prompt"], "output": GOOD, "gts": "c0"}),
    (
        "if_score",
        "results",
        {
            "prompt": [{"role": "user", "content": ROW["prompt"]}],
            "completion": [{"role": "assistant", "content": GOOD}],
            "info": json.dumps(ROW),
            "error": None,
            "inst_trans": None,
        },
    ),
    ("lift", "traces", drafted()),
    ("lift", "predictions", {"example_id": DRAFT.example_id, "prediction": "# x"}),
    ("lift", "results", {"prompt": list(DRAFT.prompt), "completion": "# x", "info": to_wire(DRAFT)}),
]


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where something stands in data, of long lists only in the first two."""
    inside = (
        value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    )
    for key, item in inside:
        yield (*at, key)
        yield from places(item, (*at, key))


def changed(row: dict[str, Any], at: tuple[Any, ...], value: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(row))
    inner: Any = whole
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return whole


@pytest.mark.parametrize(("formula", "form", "base"), BASES, ids=[f"{case[0]}-{case[1]}" for case in BASES])
def test_whatever_a_field_holds(tmp_path: Path, formula: str, form: str, base: dict[str, Any]) -> None:
    write_data(tmp_path, 1)
    odd = [json.dumps(changed(base, at, value)) for at in places(base) for value in ODD]
    good = json.dumps(base)
    (tmp_path / "in.jsonl").write_text("\n".join([good, *odd, good]), encoding="utf-8")
    args = ["filter", str(tmp_path / "in.jsonl"), "--formula", formula, "--format", form, "--workers", "1"]
    if form != "traces":
        args += ["--data", "sample" if formula == "lift" else str(tmp_path / "data.jsonl")]
    args += [] if formula == "lift" else ["--rules", "published"]
    result = CliRunner().invoke(main, [*args, "-o", str(tmp_path / "out"), "--json"])
    assert result.exit_code == 1, result.output
    report = json.loads(result.stdout)
    kept = rows(tmp_path / "out")
    assert report["lines"] == len(odd) + 2
    assert report["rollouts"] == report["scored"] + report["errored"]["total"]
    assert report["scored"] == len(kept) == report["kept"]
    # The good ones, in front and at the end, are untouched by all between.
    assert {**kept[0], "origin": ""} == {**kept[-1], "origin": ""}
    for sentence in report["unreadable"]["first"]:
        told = sentence.partition(", line ")[2].partition(": ")[2]
        # No name of an exception of Python: the sentence says the field, or that the row is none of these.
        assert not told.partition(":")[0].endswith("Error"), sentence
        assert len(sentence) <= 500


def test_names_that_are_no_utf8_group_and_pair_like_any_other(tmp_path: Path) -> None:
    lone, text = "\ud800", to_wire(DRAFT)
    evaluations = text["info"]["evaluations"]
    for number, entry in enumerate(evaluations):
        entry["evaluation_id"] = f"{lone}{number}"
    data = [changed(text, ("example_id",), f"{lone}{number}") for number in (1, 2)]
    lines = [
        {"prompt": "p", "completion": answer, "info": row}
        for row in data
        for answer in ("# x", "", "# x\n\ny")
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    args = ["filter", str(tmp_path / "in.jsonl"), "--formula", "lift", "--to", "grpo", "--workers", "1"]
    result = CliRunner().invoke(main, [*args, "-o", str(tmp_path / "out"), "--json"])
    assert result.exit_code == 0, result.output
    found = rows(tmp_path / "out")
    assert [(row["case_id"], row["rollouts"]) for row in found] == [(f"{lone}1", 3), (f"{lone}2", 3)]
