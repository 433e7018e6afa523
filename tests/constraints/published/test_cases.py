"""Verdicts of the published scorer, pinned case by case."""

from __future__ import annotations

from typing import Any

import pytest

from inst_trans_env import Scorer, Task
from inst_trans_env.syllables import published
from tests.support import cases

CASES = cases("published-dev.jsonl")
SCORER = Scorer("published")


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["kind"] == "hard"], ids=lambda case: case["id"]
)
def test_verdicts(case: dict[str, Any]) -> None:
    score = SCORER.score(Task.from_row(case["row"]), case["prediction"])
    assert {name: verdict.passed for name, verdict in score.gates.items()} == case["verdict"]
    if "sub" in case:
        sub = score.gates["format_preserve"].sub
        assert {name: verdict.passed for name, verdict in sub.items()} == case["sub"]
    if case.get("concordance") is not None:
        measured = score.gates["syllable_order"].measures.get("concordance", 1.0)
        assert measured == pytest.approx(case["concordance"])


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["kind"] == "syllables"], ids=lambda case: case["id"]
)
def test_syllables(case: dict[str, Any]) -> None:
    assert published.count(case["text"], case["lang"]) == case["syllables"]
