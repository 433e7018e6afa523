from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.text.segment import clean, graphemes, sentences, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's 3.14 o'clock.", ["It's", "3.14", "o'clock"]),
        ("well-known e-mail", ["well", "known", "e", "mail"]),
        ("--- !!! …", []),
        ("我爱北京天安门。", ["我", "爱", "北京", "天安门"]),
        ("今日は良い天気です", ["今日", "は", "良い", "天気", "です"]),
        ("ฉันรักประเทศไทย", ["ฉัน", "รัก", "ประเทศไทย"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("a\ud800b \0 c😀d", ["a", "b", "c", "d"]),
        ("snake_case 1,000.50", ["snake_case", "1,000.50"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Mr. Fox met Dr. Hare, e.g. Bob.", ["Mr. Fox met Dr. Hare, e.g. Bob."]),
        ("Version 1.2.3 is out. Get it", ["Version 1.2.3 is out.", "Get it"]),
        ("“Hello!” he said. Then he left.", ["“Hello!” he said.", "Then he left."]),
        ("all small. two of them? yes.", ["all small.", "two of them?", "yes."]),
        ("你好。再见！真的？", ["你好。", "再见！", "真的？"]),
        ("यह है। वह है।", ["यह है।", "वह है।"]),
        ("ما هذا؟ نعم.", ["ما هذا؟", "نعم."]),
        ("one line\nnext line", ["one line", "next line"]),
        ("Wait... what? No", ["Wait... what?", "No"]),
        ("... --- !!!", []),
        ("straße. ende.", ["straße.", "ende."]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "count"), [("abc", 3), ("e\u0301", 1), ("👨‍👩‍👧🇫🇷", 2), ("a\r\nb", 3), ("กำ", 1), ("", 0)]
)
def test_graphemes(text: str, count: int) -> None:
    assert len(graphemes(text)) == count


def test_clean_replaces_lone_surrogates_only() -> None:
    assert clean("a\ud800é\U0001f600") == "a\ufffdé\U0001f600"


@given(st.text())
def test_segments_are_parts_of_the_text(text: str) -> None:
    known = clean(text)
    assert "".join(graphemes(text)) == known
    position = 0
    for word in words(text):
        position = known.index(word, position) + len(word)
    assert all(sentence == sentence.strip() for sentence in sentences(text))


@pytest.mark.parametrize(
    "piece", ["a", "a ", "a. ", "“a. ", "中", "ก", "\u0301", "👩\u200d", "\ud800", "\0", ".", "mr. "]
)
def test_long_texts_take_linear_time(piece: str) -> None:
    text = (piece * 300_000)[:300_000]
    start = time.process_time()
    words(text)
    sentences(text)
    graphemes(text)
    assert time.process_time() - start < 5
