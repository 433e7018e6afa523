"""What `explain` says of each token: the words it is read as, and counts that agree with them."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.syllables import LANGUAGES, count, explain
from inst_trans_env.syllables.normalise.counters import _JA_COUNTERS, japanese
from inst_trans_env.syllables.words.cjk import blocks

HAN = regex.compile(r"[\p{Han}々〆〇]")
GOLD = Path(__file__).parent / "gold"


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("古池や蛙飛びこむ水の音", ["ふるいけやかわずとびこむみずのおと"]),
        ("東京駅で", ["とうきょうえきで"]),
        ("カメラを買う", ["カメラをかう"]),
        ("8時10分に駅で", ["はちじ", "じゅっぷん にえきで"]),
        ("1個", ["いっこ"]),
        ("10分間", ["じゅっぷんかん"]),
        ("3本", ["さんぼん"]),
        ("6匹", ["ろっぴき"]),
        ("4分", ["よんぷん"]),
        ("6冊", ["ろくさつ"]),
        ("20歳", ["はたち"]),
        ("1試合", ["いちしあい"]),
        ("7年", ["ななねん"]),
        ("鑫", ["鑫"]),
    ],
)
def test_japanese_is_read_in_kana(text: str, readings: list[str]) -> None:
    assert [token.reading for token in explain(text, "ja")] == readings


def test_the_kana_of_a_word_are_its_morae() -> None:
    words = [line.split("\t")[0] for line in (GOLD / "ja.tsv").read_text("utf-8").split("\n") if line]
    tokens = [token for word in words for token in explain(word, "ja")]
    known = [token for token in tokens if not HAN.search(token.reading)]
    assert len(known) > 0.99 * len(tokens)
    assert [token for token in known if blocks(token.reading) != token.count] == []


@pytest.mark.parametrize("counter", _JA_COUNTERS)
def test_numbers_and_counters_change_each_other_s_sounds_but_not_the_morae(counter: str) -> None:
    for number in (1, 2, 3, 4, 6, 8, 10, 100, 1000):
        reading = japanese(number, counter)
        assert blocks(reading) == count(f"{number}{counter}", "ja"), reading


def test_the_examples_of_the_page_are_what_is_said() -> None:
    page = Path(__file__).parents[2] / "docs" / "syllables.md"
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (result.failed, result.attempted > 4) == (0, True)


@pytest.mark.parametrize("lang", LANGUAGES)
@given(text=st.text() | st.text(alphabet="aé 私は学生1個10分%日本カー々𠮷\n"))
def test_the_counts_of_the_tokens_add_up(lang: str, text: str) -> None:
    assert sum(token.count for token in explain(text, lang)) == count(text, lang)
