"""No text makes the published gates raise, and what the published scorer cannot read fails with a reason."""

from __future__ import annotations

import decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env import Scorer, Verdict
from inst_trans_env.syllables import published
from inst_trans_env.tasks import HARD_IDS
from tests.support import LINES, task

SCORER = Scorer("published")
PIECES = [
    "<a ",
    "<script",
    "</script>",
    "[",
    "](",
    "*",
    "|",
    "{x}",
    '"9"',
    "[[[[",
    "{",
    "`",
    "```",
    "\n",
    "# ",
    "> ",
    "- ",
]
PIECES += [
    "\ud800",
    "\0",
    "%s",
    "$n",
    "@某人",
    "river",
    "é",
    "中",
    "9" * 30,
    ".",
    "-",
    "\u2028",
    '{"1": "a"}',
]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))


@settings(max_examples=300)
@given(TEXTS, TEXTS)
def test_any_text_is_scored(source: str, prediction: str) -> None:
    score = SCORER.score(task(source, *HARD_IDS, duration_s=(1.0, 2.0)), prediction)
    assert set(score.gates) == (set(HARD_IDS) if prediction.strip() else set())
    assert score.reward in (0.0, 1.0)


def gate(cid: str, source: str, prediction: str, lang: str = "en") -> Verdict:
    return SCORER.score(task(source, cid, target_lang=lang, duration_s=(1.0, 2.0)), prediction).gates[cid]


@pytest.mark.parametrize(
    ("source", "prediction"),
    [
        ('{"a": 1}', "[" * 100_000),
        ('{"a": 1}', '{"a": ' * 5_000 + "1" + "}" * 5_000),
        ('{"a": 1}', '{"a": ' + "9" * 5_000 + "}"),
        ("[" * 2_000 + "]" * 2_000, "[]"),
    ],
)
def test_json_beyond_the_parser_fails(source: str, prediction: str) -> None:
    verdict = gate("format_preserve", source, prediction)
    assert not verdict.passed
    assert verdict.reason.startswith("json: ")


def test_brackets_inside_strings_are_no_depth() -> None:
    source = '{"a": "' + "[" * 2_000 + '"}'
    assert gate("format_preserve", source, source).sub["json"].passed


@pytest.mark.parametrize("digits", [400, 5_000])
def test_a_number_too_long_to_read_fails(digits: int) -> None:
    prediction = '{"1": "%s", "2": "and some more words"}' % ("9" * digits)
    verdict = gate("syllable_order", LINES["format_preserve"], prediction)
    assert not verdict.passed
    assert "too long" in verdict.reason


@pytest.mark.parametrize("lang", ["en", "de", "es", "ar", "fr", "ko"])
@pytest.mark.parametrize("number", ["1/999999999999999", "1/" + "9" * 60, "9" * 60, "1.5.", "9/0", "0/9"])
def test_no_number_raises(lang: str, number: str) -> None:
    gate("syllable_order", "", f'{{"1": "{number}", "2": "a"}}', lang)


def test_a_count_does_not_depend_on_what_was_counted_before() -> None:
    before = decimal.getcontext().prec
    first = published.count("9" * 51, "ar")
    published.count("9" * 50, "ar")
    assert published.count("9" * 51 + " ", "ar") == first
    assert decimal.getcontext().prec == before


@pytest.mark.parametrize(
    ("text", "lang", "count"),
    [
        ("25.", "ar", 0),
        ("1st", "ar", 0),
        ("1.2.3", "zh", 3),
        ("1.5", "zh", 3),
        ("中䷀", "en", 1),
        ("هٰا", "ar", 1),
        ("HELLO - WORLD", "en", 4),
        ("HELLO WORLD", "en", 3),
    ],
)
def test_syllables_as_described(text: str, lang: str, count: int) -> None:
    assert published.count(text, lang) == count


@pytest.mark.parametrize(
    ("source", "prediction", "passed"),
    [("\nabc", "abc\n", True), (" a", " b", True), ("a", "\u3000b", False), ("\n a", "b\n", True)],
)
def test_the_indent_is_that_of_the_first_line(source: str, prediction: str, passed: bool) -> None:
    row = task(source, "layout_break", constraints=["【硬性要求】布局：缩进"])
    assert SCORER.score(row, prediction).gates["layout_break"].passed is passed
