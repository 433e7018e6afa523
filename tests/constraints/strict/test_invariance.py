"""What must not matter does not: a reasoning block, JSON's white space and escapes, NFD, CR LF, a last newline."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest

from inst_trans_env.constraints.strict import STRICT
from inst_trans_env.text.json_strict import loads_container
from tests.constraints.strict.tables import GATES, read, task

CASES = [case for name in (*GATES, "strict-dev") for case in read(name) if case["prediction"].strip()]


def verdicts(case: dict[str, Any], prediction: str) -> dict[str, bool | float]:
    row = task(case["row"])
    found = {**STRICT.gates(row, prediction), **STRICT.graded(row, prediction)}
    return {
        gate: found[gate].passed if found[gate].score is None else found[gate].score
        for gate in case["expect"]
    }


def variants(prediction: str) -> dict[str, str]:
    lines = prediction.replace("\r\n", "\n")
    changed = {"CR LF": lines.replace("\n", "\r\n"), "NFD": unicodedata.normalize("NFD", prediction)}
    if not prediction.endswith("\n"):
        changed["last newline"] = prediction + "\n"
    if "think>" not in prediction:
        changed["reasoning"] = f"<think>Let me see: 你好。\n\n</think>\n\n{prediction}"
    document = loads_container(prediction)
    if document is not None:
        changed["indent"] = json.dumps(document, ensure_ascii=False, indent=2)
        changed["escapes"] = json.dumps(document)
    return changed


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_verdicts_stay(case: dict[str, Any]) -> None:
    expected = verdicts(case, case["prediction"])
    changed = {name: verdicts(case, text) for name, text in variants(case["prediction"]).items()}
    assert changed == dict.fromkeys(changed, expected)
