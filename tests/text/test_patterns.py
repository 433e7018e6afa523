from __future__ import annotations

import time

import pytest

from inst_trans_env.text.patterns import compile_pattern, escape, has_match, matches, matches_whole


@pytest.mark.parametrize("pattern", ["(?=a)", r"(a)\1", "(a", "a{2000}", "a)(b", "\ud800"])
def test_what_is_no_pattern_is_a_value_error(pattern: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="not an RE2 pattern"):
        compile_pattern(pattern)
    assert capfd.readouterr().err == ""


def test_matches() -> None:
    assert matches(compile_pattern("^a.$"), "a1\nb2\na3", 10) == ["a1", "a3"]
    assert matches(compile_pattern("a*"), "aabaa", 10) == ["aa", "aa"]
    assert matches(compile_pattern("a"), "aaaa", 2) == ["a", "a"]
    assert matches(compile_pattern("É", ignore_case=True), "é", 10) == ["é"]
    assert matches(compile_pattern("b"), "\ud800b", 10) == ["b"]
    assert has_match(compile_pattern(r"\p{Han}"), "a中")
    assert not has_match(compile_pattern("^b", multiline=False), "a\nb")
    assert matches_whole(compile_pattern("a|ab"), "ab")


def test_escape_makes_a_literal() -> None:
    for literal in ("a.b*", "°C", "[x]", "\\", "中 文"):
        assert matches_whole(compile_pattern(escape(literal)), literal)


def test_evil_patterns_are_linear() -> None:
    start = time.process_time()
    assert not matches_whole(compile_pattern("(a+)+b"), "a" * 200_000)
    assert matches(compile_pattern("a.*b|a"), "a" * 200_000, 3) == ["a"] * 3
    assert time.process_time() - start < 2
