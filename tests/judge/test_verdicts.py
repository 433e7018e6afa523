from __future__ import annotations

import contextlib
import json
import re
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
REVERSED = json.dumps(dict(reversed(json.loads(GOOD).items())), ensure_ascii=False)
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
        # A score is a number, however it is written.
        GOOD.replace('"score": 1', '"score": 1.0'),
        GOOD.replace('"score": 1', '"score": 1e0'),
        GOOD.replace("0.5", "5e-1"),
        GOOD.replace("0.5", "0.50"),
        # Any order and white space, unusual fences, words behind it.
        REVERSED,
        json.dumps(json.loads(GOOD), indent=2),
        f"```\n{GOOD}",
        f"~~~~ json\n{GOOD}\n~~~~",
        f"<answer>{GOOD}</answer>",
        f"({GOOD})",
        # Reasoning that begins with a bracket or a fence, or has some that belong to no JSON.
        f"{{name}} stands as it was, [1] too.\n{GOOD}",
        f"[Reasoning] The tone wavers [see line 2].\n{GOOD}",
        f"```\nThe tone wavers.\n```\n```json\n{GOOD}\n```",
        f'[{{"step": 1}}, {{"step": 2}}]\n{GOOD}',
        f"\\left[ 0, 1 \\right) and \\frac{{a}}{{b}}, {{ and [ stay. {GOOD}",
        f"]] }} {GOOD} {{ [",
        f"style_consistency: the tone wavers. term_cross_sentence: one word.\n{GOOD}",
        f'- "style_consistency": the tone wavers\n- **term_cross_sentence**: one word\n{GOOD}',
        # The same said before, in full or in part; the last counts.
        f"{GOOD}\n{REVERSED}",
        f"{GOOD.replace('混用', 'draft')}\n{GOOD}",
        f'{{"style_consistency": {{"score": 0.5, "note": "draft"}}}} {GOOD}',
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
        # Inside something else, be that complete or not.
        json.dumps({"result": json.loads(GOOD)}),
        f"[{GOOD}]",
        f"[[{GOOD}]]",
        f"[{GOOD}, {GOOD}]",
        f"[{GOOD},]",
        f"[ here: {GOOD} ]",
        f"{{'result': {GOOD}}}",
        f'{{"a": 1, "a": 2, "b": {GOOD}}}',
        f'{{"result": [{{"draft": {GOOD}}}]}}\n{GOOD}',
        f'{{"result": {GOOD}}} {GOOD}',
        json.dumps(GOOD),
        json.dumps(json.dumps(GOOD)),
        # Broken in any of its ways, whichever key stands first, also beside a whole one.
        GOOD.replace('"', "'"),
        GOOD.replace('"', "“"),
        re.sub(r'"(\w+)":', r"\1:", GOOD),
        GOOD[1:-1],
        GOOD[1:],
        GOOD.replace("}}", "},}"),
        GOOD.replace("{", "{ // scores\n", 1),
        REVERSED[:-1],
        '{"reasoning": "good", "style_consistency": {"score": 0.5',
        '{"reasoning": "good", ' + GOOD[1:],
        "{'reasoning': 'good', 'style_consistency': {'score': 1}, 'term_cross_sentence': {'score': 1}}",
        f"{GOOD.replace(chr(34), chr(39))} {GOOD}",
        f"{GOOD}\n{GOOD[:-1]}",
        f'style_consistency: {{"score": 1, "note": ""}}\n{GOOD}',
        f"style_consistency: {{'score': 1}}\n{GOOD}",
        f'{{"style_consistency": 1, "term_cross_sentence": 1}} {GOOD}',
        # A key twice, at any depth.
        GOOD.replace('"score": 1', '"score": 1, "score": 1'),
        GOOD[:-1] + ', "term_cross_sentence": {"score": 1, "note": ""}}',
        # Several that differ, in full or in part.
        f'{{"style_consistency": {{"score": 1}}}} {GOOD}',
        '{"style_consistency": {"score": 0.5}}\n{"term_cross_sentence": {"score": 1}}',
        f'{GOOD}\n{{"term_cross_sentence": {{"score": 0}}}}',
        f'{{"style_consistency": {{"score": 0.5}}, "overall": {{"score": 1}}}} {GOOD}',
        f'{{"style_consistency": {{"score": "high"}}}} {GOOD}',
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


@pytest.mark.parametrize("number", ["0", "-0", "-0.0", "0.0", "0e5", "0E-9"])
def test_nought_is_nought_however_it_is_written(number: str) -> None:
    (verdict,) = parse_soft(f'{{"{STYLE}": {{"score": {number}}}}}', [STYLE]).values()
    assert str(verdict.score) == "0.0"


_WORDS = st.text("ab{}[]\"'`:,\n 01", max_size=30)


@given(_WORDS, _WORDS)
def test_what_stands_around_a_verdict_never_changes_it(before: str, behind: str) -> None:
    with contextlib.suppress(InvalidVerdictError):
        assert parse_soft(before + GOOD + behind, [STYLE, TERMS]) == EXPECTED


@given(st.integers(0, len(GOOD) - 1), st.characters(codec="utf-8"))
def test_one_wrong_character_changes_no_score(at: int, character: str) -> None:
    with contextlib.suppress(InvalidVerdictError):
        found = parse_soft(GOOD[:at] + character + GOOD[at + 1 :], [STYLE, TERMS])
        changed = {cid for cid in found if found[cid].score != EXPECTED[cid].score}
        assert not changed or (len(changed) == 1 and GOOD[at] in "015.")


def test_the_order_is_that_of_the_ids() -> None:
    assert list(parse_soft(GOOD, [TERMS, STYLE])) == [TERMS, STYLE]


@given(st.text())
def test_no_text_makes_a_parser_raise_anything_else(text: str) -> None:
    for parse in (parse_quality, lambda t: parse_soft(t, [STYLE])):
        with contextlib.suppress(InvalidVerdictError):
            parse(text)


@pytest.mark.parametrize(
    "unit",
    [
        *('{"a":1}', "[]", "{]", "[}", "{]}", "[1,", '{"a":1,"a":2}', '["', "{}[", "}"),
        '{"style_consistency":{"score":1}}',
        "style_consistency:",
        '{"a":[',
        '{"a',
        "{",
        '{"a":1,',
        '{"k:',
        '{"style_consistency":{"score":1},',
    ],
)
def test_hostile_replies_are_refused_quickly(unit: str) -> None:
    start = time.perf_counter()
    with pytest.raises(InvalidVerdictError):
        parse_soft(unit * (65_536 // len(unit)), [STYLE, TERMS])
    assert time.perf_counter() - start < 2


def test_the_schema_demands_every_id_and_no_other() -> None:
    schema = soft_schema([STYLE, TERMS])
    assert schema["required"] == [STYLE, TERMS]
    assert schema["additionalProperties"] is False
    assert schema["properties"][STYLE]["properties"]["score"]["enum"] == [0, 0.5, 1]


@given(st.text(st.characters(exclude_categories=())))
def test_any_note_can_be_written_to_any_file(note: str) -> None:
    text = json.dumps({STYLE: {"score": 1, "note": note}})
    if len(text) < 60_000:
        found = parse_soft(text, [STYLE])[STYLE]
        assert found.score == 1
        assert found.note.encode().count(b"\x00") == 0
