from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from inst_trans_env.constraints.strict import EVERY_ROW, GRADED, HARD, STRICT
from tests.constraints.strict.tables import GATES, read, task

CASES = [
    (name, case) for name in (*GATES, "strict-dev", "sub_checks", "specification") for case in read(name)
]


@pytest.mark.parametrize(("table", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_verdicts(table: str, case: dict[str, Any]) -> None:
    row = task(case["row"], case["id"])
    STRICT.check_task(row)
    verdicts = {**STRICT.gates(row, case["prediction"]), **STRICT.graded(row, case["prediction"])}
    got = {
        gate: verdicts[gate].passed if verdicts[gate].score is None else verdicts[gate].score
        for gate in case["expect"]
    }
    assert got == case["expect"], {gate: verdicts[gate].reason for gate in case["expect"]}


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[case["id"] for _, case in CASES])
def test_failures_say_why_and_where(case: dict[str, Any]) -> None:
    row, prediction = task(case["row"]), case["prediction"]
    for verdict in STRICT.gates(row, prediction).values():
        assert verdict.passed or verdict.reason
        for start, end in verdict.spans:
            assert 0 <= start <= end <= len(prediction)


def test_order_of_gates() -> None:
    case = next(case for case in read("strict-dev") if "term_compliance" in case["row"]["constraint_ids"])
    gates = list(STRICT.gates(task(case["row"]), case["prediction"]))
    assert gates == [*EVERY_ROW, *case["row"]["constraint_ids"]]


def test_every_gate_has_passing_and_failing_cases() -> None:
    found = Counter((gate, value in (True, 1)) for _, case in CASES for gate, value in case["expect"].items())
    for gate in (*EVERY_ROW, *HARD, *GRADED):
        assert found[gate, True] >= 5, gate
        assert found[gate, False] >= 5, gate
