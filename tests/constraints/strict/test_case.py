from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.constraints.strict.case import MAX_CHARS, Case
from inst_trans_env.tasks.schema import Task


def case(source: str, prediction: str) -> Case:
    return Case(Task("zh", "en", source, ("【硬性要求】x",), ("format_preserve",)), prediction)


@pytest.mark.parametrize(
    ("prediction", "answer"),
    [
        ("Hello", "Hello"),
        ("<think>a</think>Hello", "Hello"),
        ("<think>a</think>\n\nHello", "Hello"),
        (" \n<think>\na\n</think> Hello", "Hello"),
        ("<think>a</think>\n\u3000\u3000Hello", "\u3000\u3000Hello"),
        ("<think></think>\n    indented", "    indented"),
        ("<think>a</think><think>b</think>Hello", "Hello"),
        ("Hello <think>a</think>", "Hello <think>a</think>"),
    ],
)
def test_a_closed_leading_block_is_removed(prediction: str, answer: str) -> None:
    found = case("你好", prediction)
    assert found.answer == answer
    assert found.unanswered is None
    assert prediction[found.offset :] == answer


@pytest.mark.parametrize(
    ("prediction", "word"),
    [
        ("<think>a", "never closed"),
        ("<think>a</think><think>b", "never closed"),
        ("so I say </think> Hello", "not opened"),
        ("", "empty"),
        (" \n", "empty"),
        ("<think>a</think>\n", "empty"),
        ("x" * (MAX_CHARS + 1), "limit"),
    ],
)
def test_no_answer(prediction: str, word: str) -> None:
    assert word in (case("你好", prediction).unanswered or "")


def test_a_source_about_the_tag_keeps_it() -> None:
    assert case("<think> 标签", "<think> tag").unanswered is None


def test_segments_stand_at_the_same_path() -> None:
    found = case(
        '{"1": "甲", "2": {"b": ["乙", 3]}}', '<think>x</think>\n{"2": {"b": ["B\\"\\u00e9", 3]}, "1": "A"}'
    )
    assert [(s.path, s.source, s.answer) for s in found.segments] == [
        ("1", "甲", "A"),
        ("2.b[0]", "乙", 'B"é'),
    ]
    start, end = found.segments[1].span(1, 3)
    assert found.prediction[start:end] == '\\"\\u00e9'
    start, end = found.segments[0].span(0, 1)
    assert found.prediction[start:end] == "A"


def test_a_missing_path_has_no_answer() -> None:
    assert case('{"1": "甲"}', '{"2": "A"}').segments[0].answer is None


@pytest.mark.parametrize(
    "prediction", ["plain", '{"1": "A", "1": "B"}', '{"1": NaN}', '```json\n{"1": "A"}\n```']
)
def test_no_strict_json_is_one_segment(prediction: str) -> None:
    (segment,) = case('{"1": "甲", "2": "乙"}', prediction).segments
    assert (segment.source, segment.answer) == ("甲\n乙", prediction)


@pytest.mark.parametrize("source", ["[笑哭]", "{name} 好", '"字符串"', "12", "[[" * 5000])
def test_look_alikes_are_plain_text(source: str) -> None:
    assert case(source, "x").source_json is None


TEXTS = st.text(st.characters(), max_size=20)
DOCUMENTS = st.recursive(
    TEXTS | st.none() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
).filter(lambda value: isinstance(value, dict | list))


@settings(deadline=None)
@given(DOCUMENTS, st.booleans())
def test_every_value_is_located(document: object, ascii_only: bool) -> None:
    text = "<think>\n</think>\n" + json.dumps(document, ensure_ascii=ascii_only)
    found = case("x", text)
    for place in found.answer_strings.values():
        start, end = place.span(0, len(place.value))
        assert json.loads(f'"{found.prediction[start:end]}"') == place.value
        for index in range(len(place.value)):
            one = found.prediction[slice(*place.span(index, index + 1))]
            assert json.loads(f'"{one}"', strict=False) == place.value[index]


@settings(deadline=None)
@given(st.text(), st.text())
def test_any_text_is_cut(source: str, prediction: str) -> None:
    found = case(source, prediction)
    assert found.prediction[found.offset :] == found.answer
    assert found.segments
