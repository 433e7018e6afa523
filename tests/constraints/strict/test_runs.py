from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.constraints.strict.mapped import rewrite
from inst_trans_env.constraints.strict.runs import TIMES, runs


@settings(deadline=None)
@given(
    st.text("ab", max_size=6),
    st.text("ab", min_size=1, max_size=40),
    st.integers(4, 7),
    st.text("ab", max_size=6),
)
def test_a_repeated_passage_is_found(before: str, passage: str, times: int, after: str) -> None:
    text = before + passage * times + after
    start, end = len(before), len(before) + times * len(passage)
    assert any(run.start <= start and run.end >= end for run in runs(text, 1))


@settings(deadline=None)
@given(st.text("abc", max_size=200))
def test_runs_are_periodic_and_maximal(text: str) -> None:
    for run in runs(text, 1):
        assert run.end - run.start >= TIMES * run.period
        stretch = text[run.start : run.end]
        assert stretch[: -run.period] == stretch[run.period :]
        assert run.start == 0 or text[run.start - 1] != text[run.start - 1 + run.period]
        assert run.end == len(text) or text[run.end] != text[run.end - run.period]


def test_long_periods() -> None:
    passage = "".join(chr(0x4E00 + (7 * n * n) % 20_000) for n in range(5000))
    assert [(run.start, run.end, run.period) for run in runs("x" + passage * 4 + "y", 1)] == [
        (1, 20_001, 5000)
    ]


EDITS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 4), st.text(max_size=3)), max_size=6)


@settings(deadline=None)
@given(st.text(max_size=40), EDITS, EDITS)
def test_rewritten_characters_know_their_place(text: str, first: list, second: list) -> None:
    once = rewrite(text, placed(first, text))
    twice = once.rewrite(placed(second, once.text))
    for mapped in (once, twice):
        places = [mapped.span(index, index + 1) for index in range(len(mapped.text))]
        assert all(0 <= start <= end <= len(text) for start, end in places)
        assert places == sorted(places)
    if not first:
        assert [text[slice(*once.span(index, index + 1))] for index in range(len(text))] == list(text)


def placed(parts: list[tuple[int, int, str]], text: str) -> list[tuple[int, int, str]]:
    """Turn gaps and sizes into edits in order that fit the text."""
    edits, at = [], 0
    for gap, size, replacement in parts:
        start, end = at + gap, at + gap + size
        if end > len(text):
            break
        edits.append((start, end, replacement))
        at = end
    return edits
