from __future__ import annotations

import pytest

from inst_trans_env.stats.resample import compare, interval


def test_an_interval_holds_the_mean_and_narrows_with_more_values() -> None:
    few, many = interval([0.0, 1.0] * 10), interval([0.0, 1.0] * 1_000)
    for found in (few, many):
        assert found.low < found.mean == 0.5 < found.high
    assert many.high - many.low < few.high - few.low
    assert many.high - many.low == pytest.approx(2 * 1.96 * 0.5 / 2_000**0.5, rel=0.1)


def test_constant_values_have_no_width() -> None:
    assert interval([0.25, 0.25]) == interval([0.25])


def test_a_real_difference_is_told_from_chance() -> None:
    a = [0.0, 1.0] * 50
    better = compare(a, [1.0] * 100)
    assert (better.wins, better.losses, better.ties) == (50, 0, 50)
    assert better.p_value < 0.001
    assert better.difference.low > 0
    same = compare(a, a)
    assert same.p_value == 1
    assert same.difference.mean == 0
    swapped = compare(a, a[1:] + a[:1])
    assert swapped.p_value > 0.5


def test_the_seed_makes_it_repeatable() -> None:
    a, b = [0.0, 0.5, 1.0] * 20, [0.5, 0.5, 0.0] * 20
    assert compare(a, b) == compare(a, b)
    assert compare(a, b).p_value == pytest.approx(compare(a, b, seed=1).p_value, abs=0.02)
