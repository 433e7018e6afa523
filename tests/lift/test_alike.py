"""What renders the same counts the same: terms cannot be hidden from a check, nor lost by typography."""

from __future__ import annotations

import pytest

from inst_trans_env.lift.folding import alike, fold
from inst_trans_env.lift.lexical import Finder


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("ve\u00adry", "very"),
        ("ve\u200bry", "very"),
        ("ve\u2060ry", "very"),
        ("v\ufeffery", "very"),
        ("I don’t", "don't"),
        ("I don't", "don’t"),
        ("New\u00a0York", "new york"),
        ("New\u202fYork", "new york"),
        ("a well\u2011known man", "well-known"),
        ("cafe\u0301", "café"),
        ("a ｆｏｏ b", "foo"),
        ("a foo b", "ｆｏｏ"),
        ("don＇t", "don't"),
        ("ｶﾞｽ", "ガス"),
        ("１２", "12"),
    ],
)
def test_a_term_is_found_as_a_reader_finds_it(text: str, term: str) -> None:
    assert Finder(text, fold).count(term) == 1
    assert Finder(text.lower(), alike).count(term) == 1


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("every", "very"),
        ("new-york", "new york"),
        ("dont", "don't"),
        ("", "a"),
        ("x²", "x2"),
        ("ﬁne", "f"),
        ("ⓕⓞⓞ", "foo"),
    ],
)
def test_what_differs_to_a_reader_stays_different(text: str, term: str) -> None:
    assert Finder(text, fold).count(term) == 0
