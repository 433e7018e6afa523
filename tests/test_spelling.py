"""Ids that were probably meant, and none where that would be a guess."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.spelling import nearest, not_found, slips

SAMPLE = [f"sample-en-{number:03}" for number in range(1, 60)]


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("sample-en-0011", SAMPLE, ["sample-en-001", "sample-en-011"]),
        ("sample-en001", SAMPLE, ["sample-en-001"]),
        ("smaple-en-007", SAMPLE, ["sample-en-007"]),
        ("Sample-EN-007", SAMPLE, ["sample-en-007"]),
        ("smaple-em-007", SAMPLE, ["sample-en-007"]),
        ("case-1a", ["case-1", "case-2"], ["case-1"]),
        ("onee", ["one", "two"], ["one"]),
        # Other numbers are other ids, and a word that is near nothing is near nothing.
        ("sample-en-999", SAMPLE, []),
        ("sample-fr-100", SAMPLE, []),
        ("tiny-1", SAMPLE, []),
        ("x", ["a", "b", "c", "d"], []),
        ("", SAMPLE, []),
        ("reference", SAMPLE, []),
        ("x", [], []),
        ("z", ["a"], []),
        ("A1", ["a1"], ["a1"]),
    ],
)
def test_the_nearest_ids(word: str, known: list[str], expected: list[str]) -> None:
    assert nearest(word, known) == expected


@pytest.mark.parametrize(
    ("left", "right", "count"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "acb", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
        ("弹幕", "弾幕", 1),
    ],
)
def test_slips(left: str, right: str, count: int) -> None:
    assert slips(left, right) == slips(right, left) == count


@given(st.text(max_size=12), st.text(max_size=12))
def test_slips_are_a_distance(left: str, right: str) -> None:
    found = slips(left, right)
    assert (found == 0) == (left == right)
    assert abs(len(left) - len(right)) <= found <= max(len(left), len(right))


def test_the_sentence() -> None:
    assert not_found("case_id", "a11", ["a1", "c2"]) == "no task has the case_id 'a11'. Did you mean a1?"
    assert not_found("case_id", "zzz", ["a1"]) == "no task has the case_id 'zzz'. The first is a1."
    assert not_found("case_id", "zzz", []) == "no task has the case_id 'zzz'."
    start = time.process_time()
    told = not_found("case_id", "x" * 30_000_000, SAMPLE)
    assert told.endswith("xxx'… (30,000,000 characters). The first is sample-en-001.")
    assert len(told) < 200
    assert time.process_time() - start < 1
