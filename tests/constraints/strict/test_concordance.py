"""Pairs are counted as if each were looked at, in time that grows with the number of lines."""

from __future__ import annotations

import time
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.constraints.strict.concordance import CLEARLY_LONGER, compare

LINES = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.8, 1.0, 1.25, 1.3, 2.0, 2.5, 4.0]) | st.floats(0, 9), st.integers(1, 6)
    ),
    min_size=2,
    max_size=14,
).filter(lambda lines: len({duration for duration, _ in lines}) > 1)


@given(LINES)
def test_pairs_are_those_that_one_by_one_are_found(lines: list[tuple[float, int]]) -> None:
    pairs = [sorted(pair) for pair in combinations(lines, 2) if pair[0][0] != pair[1][0]]
    inversions = [long - short for (short, more), (long, less) in pairs if more > less]
    ties = [
        long - short
        for (short, one), (long, other) in pairs
        if one == other and long > CLEARLY_LONGER * short
    ]
    durations, counts = zip(*lines, strict=True)
    found = compare(durations, counts)
    assert found[:3] == (len(pairs), len(inversions), len(ties))
    gravest = max([*inversions, *(difference / 2 for difference in ties)], default=None)
    if gravest is None:
        assert found.worst == ()
        return
    short, long = found.worst[0]
    weight = durations[long] - durations[short]
    assert counts[short] >= counts[long]
    assert gravest == (weight if counts[short] > counts[long] else weight / 2)


def test_many_lines_take_time_in_proportion() -> None:
    number = 40_000
    start = time.process_time()
    found = compare(
        [line % 997 + 0.5 for line in range(number)], [line * 7919 % 31 + 1 for line in range(number)]
    )
    assert found.pairs > 700_000_000
    assert time.process_time() - start < 3
