from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.judge.wording import clean, encodable, shortened

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("混用\tа\r\n😀\u2028", "混用\tа\r\n😀\u2028"),
        ("a\x00b", "a\ufffdb"),
        ("\x1b[31mred\x1b[0m\x07\x7f\x9b", "\ufffd[31mred\ufffd[0m\ufffd\ufffd\ufffd"),
        ("\ud800", "\ufffd"),
        ("a\udfffb", "a\ufffdb"),
        ("\ud83d\ude00", "😀"),
    ],
)
def test_what_becomes_of_odd_characters(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(ANY)
def test_every_text_can_be_written_afterwards(text: str) -> None:
    for made in (clean(text), encodable(text), shortened(text)):
        assert json.loads(json.dumps(made, ensure_ascii=False).encode()) == made
    assert not any(character < " " and character not in "\t\r\n" for character in clean(text))
    assert clean(clean(text)) == clean(text)


def test_a_long_message_is_one_short_line() -> None:
    assert shortened("a\n\tb \x00" + "c" * 1000) == "a b \ufffd" + "c" * 295
