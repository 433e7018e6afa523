from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.judge.agreement import agreement, bias, confusion, stability, weighted_kappa
from inst_trans_env.judge.verdicts import SCORES

SCORE = st.sampled_from(SCORES)


def test_figures_on_a_table_worked_by_hand() -> None:
    pairs = [(0, 0), (0, 0.5), (0.5, 0.5), (1, 1), (1, 0), (0.5, 1)]
    assert agreement(pairs) == 0.5
    assert bias(pairs) == pytest.approx((0.5 - 1 + 0.5) / 6)
    # Observed: (0.25 + 1 + 0.25) / 6. By chance, each label and score being 2 of 6: (4 * 0.25 + 2 * 1) / 9.
    assert weighted_kappa(pairs) == pytest.approx(1 - (1.5 / 6) / (3 / 9))
    assert confusion(pairs)["1"] == {"0": 1, "0.5": 0, "1": 1}


def test_without_pairs_nothing_is_claimed() -> None:
    assert agreement([]) is bias([]) is weighted_kappa([]) is stability([]) is None
    assert weighted_kappa([(1, 1), (1, 1)]) is None


@given(st.lists(st.tuples(SCORE, SCORE), min_size=2))
def test_kappa_is_at_most_one_and_one_exactly_when_all_agree(pairs: list[tuple[float, float]]) -> None:
    kappa = weighted_kappa(pairs)
    if kappa is not None:
        assert kappa <= 1
        assert (kappa == 1) == (agreement(pairs) == 1)


@given(st.lists(SCORE, min_size=2), SCORE)
def test_a_constant_judge_has_no_kappa_above_chance(labels: list[float], score: float) -> None:
    kappa = weighted_kappa([(label, score) for label in labels])
    assert kappa is None or kappa == pytest.approx(0)


def test_stability_is_about_repeats() -> None:
    assert stability([(1,), (0,)]) is None
    assert stability([(1, 1), (0, 0.5)]) == 0.5
