from __future__ import annotations

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.judge.verdicts import (
    InvalidVerdictError,
    SoftVerdict,
    parse_quality,
    parse_soft,
    soft_schema,
)

STYLE, TERMS = "style_consistency", "term_cross_sentence"
GOOD = (
    '{"style_consistency": {"score": 0.5, "note": "混用"}, "term_cross_sentence": {"score": 1, "note": ""}}'
)
EXPECTED = {STYLE: SoftVerdict(0.5, "混用"), TERMS: SoftVerdict(1.0)}


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("0", 0),
        ("0.5", 0.5),
        ("1", 1),
        ("[0]", 0),
        ("[0.5]", 0.5),
        ("[1]", 1),
        (" 1\n", 1),
        ("\n[0.5] ", 0.5),
    ],
)
def test_quality_verdicts_are_the_three_numbers_alone_or_in_brackets(text: str, score: float) -> None:
    assert parse_quality(text) == score


@pytest.mark.parametrize(
    "text",
    [
        *(
            "true",
            "false",
            "True",
            "null",
            "",
            " ",
            "0.50",
            "1.0",
            "0.0",
            "1.",
            ".5",
            "0,5",
            '"1"',
            "'1'",
            "+1",
        ),
        *("-0", "2", "0.7", "0.49999", "1e0", "01", "1/1", "[1", "1]", "[[1]]", "[1, 1]", "(1)", "[ 1 ]"),
        *("1 point", "score: 1", '{"score": 1}', '{"score": 7}', "１", "1\n0", "```\n1\n```", "0 0.5 1", "½"),
        *("1\x00", "١"),
    ],
)
def test_other_quality_replies_are_no_verdict(text: str) -> None:
    with pytest.raises(InvalidVerdictError):
        parse_quality(text)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"逐条看来：\n{GOOD}\n以上。",
        f"The keys {{name}} and {{}} stay. {GOOD}",
        f'The source {{"1": "a"}} is kept. {GOOD}',
        f"{GOOD}\n{GOOD}",
        GOOD.replace('"note": ""', '"note": "", "span": [1, 2]'),
        GOOD.replace(', "note": ""', ""),
        GOOD.replace('"score": 1', '"score": 1.0'),
    ],
)
def test_soft_verdicts_with_what_may_stand_around_them(text: str) -> None:
    assert parse_soft(text, [STYLE, TERMS]) == EXPECTED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "[1, 1]",
        "{}",
        GOOD[:-1],
        GOOD[:40],
        GOOD.replace("0.5", "true"),
        GOOD.replace("0.5", '"0.5"'),
        GOOD.replace("0.5", "0.6"),
        GOOD.replace("0.5", "null"),
        GOOD.replace("0.5", "7"),
        GOOD.replace("0.5", "-1"),
        GOOD.replace("0.5", "0.49999999999999999999"),
        GOOD.replace("0.5", "1.0000000000000000001"),
        GOOD.replace("0.5", "1e-400"),
        GOOD.replace("0.5", "1e999999999999999999999"),
        f"The answer says {GOOD} which I ignore; mine: {GOOD[:40]}",
        f'{GOOD[:20]}"cut {GOOD}',
        GOOD.replace("0.5", "NaN"),
        GOOD.replace("0.5", "[0.5]"),
        GOOD.replace('"score": 1', '"verdict": 1'),
        GOOD.replace('"note": ""', '"note": 3'),
        GOOD.replace('{"score": 1, "note": ""}', "1"),
        '{"score": 7}',
        '{"score": 1}',
        json.dumps({STYLE: {"score": 1, "note": ""}}),
        json.dumps({**json.loads(GOOD), "coref_resolution": {"score": 1, "note": ""}}),
        json.dumps({**json.loads(GOOD), "overall": {"score": 1, "note": ""}}),
        json.dumps([json.loads(GOOD)]).replace("[", "(").replace("style", "stile"),
        json.dumps({"result": json.loads(GOOD)}),
        GOOD.replace(TERMS, STYLE),
        GOOD + GOOD.replace("0.5", "0"),
        "{" * 3000,
        '{"style_consistency":' * 3000,
        '{"style_consistency": {"score": ' + "1" * 5000 + "}}",
        GOOD + " " * 70_000,
    ],
)
def test_other_soft_replies_are_no_verdict(text: str) -> None:
    with pytest.raises(InvalidVerdictError):
        parse_soft(text, [STYLE, TERMS])


def test_the_order_is_that_of_the_ids() -> None:
    assert list(parse_soft(GOOD, [TERMS, STYLE])) == [TERMS, STYLE]


@given(st.text())
def test_no_text_makes_a_parser_raise_anything_else(text: str) -> None:
    for parse in (parse_quality, lambda t: parse_soft(t, [STYLE])):
        with contextlib.suppress(InvalidVerdictError):
            parse(text)


@pytest.mark.parametrize(
    "unit", ['{"a":[', '{"a', "{", '{"a":1,', '{"k:', '{"style_consistency":{"score":1},']
)
def test_hostile_replies_are_refused_quickly(unit: str) -> None:
    start = time.perf_counter()
    with pytest.raises(InvalidVerdictError):
        parse_soft(unit * (65_536 // len(unit)), [STYLE])
    assert time.perf_counter() - start < 2


def test_the_schema_demands_every_id_and_no_other() -> None:
    schema = soft_schema([STYLE, TERMS])
    assert schema["required"] == [STYLE, TERMS]
    assert schema["additionalProperties"] is False
    assert schema["properties"][STYLE]["properties"]["score"]["enum"] == [0, 0.5, 1]
