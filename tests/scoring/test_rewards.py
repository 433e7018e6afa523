from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env import Score, Verdict
from inst_trans_env.errors import UserError
from inst_trans_env.scoring import if_score as product
from inst_trans_env.scoring.rewards import FORMULAS, formula


def score(
    *gates: bool,
    graded: Mapping[str, float | None] | None = None,
    quality: float | None = None,
    present: bool = True,
) -> Score:
    verdicts = {f"gate{at}": Verdict(passed) for at, passed in enumerate(gates)}
    graded = graded or {}
    reward = product(verdicts, graded) if present else 0.0
    return Score("c", "strict.1", present, reward, verdicts, graded, quality=quality)


@pytest.mark.parametrize(
    ("name", "given_score", "reward"),
    [
        ("if_score", score(True, graded={"a": 0.5, "b": 1.0}, quality=0.0), 0.75),
        ("if_score", score(True, False), 0.0),
        ("gated_sum", score(True, graded={"a": 0.5}, quality=1.0), 0.75),
        ("gated_sum", score(True, quality=0.5), 0.5),
        ("gated_sum", score(True, graded={"a": 0.5}), 0.5),
        ("gated_sum", score(True, graded={"a": None}), 1.0),
        ("gated_sum", score(True, False, graded={"a": 1.0}, quality=1.0), 0.0),
        ("shaped", score(True, False, True, True), 0.75),
        ("shaped", score(True, False, graded={"a": 0.5}), 0.25),
        ("shaped", score(graded={"a": 1.0}), 1.0),
    ],
)
def test_formulas(name: str, given_score: Score, reward: float) -> None:
    assert formula(name)(given_score) == pytest.approx(reward)


@pytest.mark.parametrize("name", FORMULAS)
def test_no_answer_earns_nothing(name: str) -> None:
    assert formula(name)(score(present=False)) == 0


LEVEL = st.sampled_from([None, 0.0, 0.5, 1.0])


@given(st.lists(st.booleans(), max_size=5), st.lists(LEVEL, max_size=3), LEVEL)
def test_every_formula_stays_in_bounds_and_pays_full_only_for_all(
    gates: list[bool], graded: list[float | None], quality: float | None
) -> None:
    given_score = score(*gates, graded={str(at): value for at, value in enumerate(graded)}, quality=quality)
    for reward in FORMULAS.values():
        assert 0 <= reward(given_score) <= 1
        if not all(gates):
            assert reward(given_score) < 1


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(
        UserError,
        match=r"Did you mean 'shaped'\? Of translations: if_score, gated_sum, shaped; of drafting tasks: lift",
    ):
        formula("shape")
