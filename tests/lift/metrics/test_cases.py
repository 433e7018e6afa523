from __future__ import annotations

from typing import Any

import pytest

from inst_trans_env.lift.metrics import METRICS
from tests.lift.build import measure
from tests.lift.metrics.cases import CASES

_ROWS = [(name, *case) for name, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(("metric", "args", "text", "expected"), _ROWS)
def test_case(metric: str, args: dict[str, Any], text: str, expected: int) -> None:
    result = measure(metric, args, text)
    assert result.score == expected, result.reason


def test_every_metric_has_a_table_with_both_outcomes() -> None:
    assert CASES.keys() == METRICS.keys()
    for name, cases in CASES.items():
        assert len(cases) >= 4, name
        assert {score for _, _, score in cases} == {0, 1}, name


@pytest.mark.parametrize("metric", METRICS)
def test_examples_of_the_reference_page_are_true(metric: str) -> None:
    found = METRICS[metric]
    assert measure(metric, found.passes.args, found.passes.text, found.passes.selector).score == 1
    assert measure(metric, found.fails.args, found.fails.text, found.fails.selector).score == 0


@pytest.mark.parametrize(
    "text", ["", "  \n\t\n", "<!-- only a comment -->", "<div hidden>1 a b.</div>", "\u200b"]
)
@pytest.mark.parametrize("metric", METRICS)
def test_nothing_to_look_at_never_passes(metric: str, text: str) -> None:
    for args, _, _ in CASES[metric]:
        assert measure(metric, args, text).score == 0, args


@pytest.mark.parametrize("metric", METRICS)
def test_reasons_are_sentences(metric: str) -> None:
    for args, text, _ in CASES[metric]:
        reason = measure(metric, args, text).reason
        assert reason
        assert "\n" not in reason
        assert len(reason) < 500
