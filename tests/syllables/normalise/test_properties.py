"""What holds for any string in any language."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.syllables import LANGUAGES, count, explain
from inst_trans_env.syllables.fold import fold

PARTS = st.sampled_from(
    (
        "12 1,234 1.5 -3 10:30 3/4 2024 21. 5% $5 € 5 km °C km/h XIV XXe NASA U.S.A. Dr. z. B. p. ex. EE. UU. @ # "
        "www.x.org a@b.de iPhone don't ½ ② Ⅳ 年 개 時 น. ฯลฯ ๆ в т.е. ام كتاب ५ ٣ 12345678901234567890 0049 - + / & = "
        ". , ' ’ : º 0º 0/0 00:00 1er 3. 5-й Va Ier @nasa 1950s pm TP. 1h30"
    ).split()
)
TEXTS = st.lists(st.one_of(PARTS, st.text(max_size=6)), max_size=12).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, lang=st.sampled_from(LANGUAGES))
def test_never_raises_and_tokens_add_up(text: str, lang: str) -> None:
    tokens = explain(text, lang)
    assert all(token.count >= 0 for token in tokens)
    assert count(text, lang) == count(unicodedata.normalize("NFD", text), lang)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, lang=st.sampled_from(LANGUAGES))
def test_letters_and_digits_are_never_silent(text: str, lang: str) -> None:
    if any(unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lo", "Nd"} for char in fold(text)):
        assert count(text, lang) >= 1


UNITS = [
    "9", "9 ", "1,", "1.", "1:1 ", "-1", "XIV ", "NASA ", "a.", "$", "$1 ", "5 km ", "z. B. ", "www.", "@a", "'", "½",
    "1 000 ", "+1 ", "年1", "1年", "aB", "\ud800", "\x00", "A'B", "1/2/", "I", "Dr.", "5%", "٣٫", "#",
]  # fmt: skip


@pytest.mark.parametrize("at", range(len(UNITS)))
def test_long_texts_take_linear_time(at: int) -> None:
    lang = LANGUAGES[at % len(LANGUAGES)]
    short, long = UNITS[at] * 1_000, UNITS[at] * 20_000
    count(short, lang)
    start = time.perf_counter()
    count(long, lang)
    assert time.perf_counter() - start < 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_stumbles(lang: str) -> None:
    assert count(" ".join(unit * 40 for unit in UNITS), lang) > 100
    assert count(" ".join(UNITS), lang) > 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_huge_numbers_are_read_digit_by_digit(lang: str) -> None:
    assert count("7" * 5000, lang) == 5000 * count("7", lang)
