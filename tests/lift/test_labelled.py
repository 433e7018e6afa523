"""The labelled cases hold; a bound is met at the count, and not one off on either side."""

from __future__ import annotations

from typing import Any

import pytest

from inst_trans_env.lift.scope import Scope
from tests.lift.build import measure, scope_of
from tests.lift.labelled import BOUNDS, SCOPES, VERDICTS


@pytest.mark.parametrize(("text", "selector", "shallow", "kind", "expected"), SCOPES)
def test_scope(
    text: str, selector: list[tuple[str, int]], shallow: bool, kind: str, expected: str | None
) -> None:
    scope = scope_of(text, selector, kind, shallow=shallow)
    assert (scope.text if isinstance(scope, Scope) else None) == expected


@pytest.mark.parametrize(("text", "metric", "args", "count"), BOUNDS)
def test_bounds_are_inclusive_and_null_is_open(
    text: str, metric: str, args: dict[str, Any], count: int
) -> None:
    def score(low: int | None, high: int | None) -> tuple[float, str]:
        result = measure(metric, {**args, "lower_bound": low, "upper_bound": high}, text)
        return result.score, result.reason

    assert score(count, count)[0] == 1, score(count, count)
    assert score(count, None)[0] == 1
    assert score(None, count)[0] == 1
    assert score(0, None)[0] == 1
    assert score(count + 1, None)[0] == 0
    assert score(None, count - 1)[0] == 0
    assert score(0, count - 1)[0] == 0


@pytest.mark.parametrize(("text", "metric", "args", "selector", "expected"), VERDICTS)
def test_verdict(
    text: str, metric: str, args: dict[str, Any], selector: list[tuple[str, int]], expected: int
) -> None:
    result = measure(metric, args, text, selector)
    assert result.score == expected, result.reason
