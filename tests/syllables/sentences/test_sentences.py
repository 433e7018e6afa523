from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from inst_trans_env.syllables import LANGUAGES, count, explain

HERE = Path(__file__).parent
EMOJI = ("😀", "👍🏽", "👩‍👩‍👧", "🇫🇷", "❤️", "🎉")


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text(encoding="utf-8").split("\n") if line]


def cases() -> list[tuple[str, str, int]]:
    tricky = [(lang, text, int(number)) for lang, text, number, _ in rows("tricky.tsv")]
    own = [(lang, text, int(number)) for lang in LANGUAGES for text, number, _ in rows(f"{lang}.tsv")]
    return tricky + own


CASES = cases()


@pytest.mark.parametrize(("lang", "text", "expected"), CASES)
def test_count(lang: str, text: str, expected: int) -> None:
    assert count(text, lang) == expected, explain(text, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_twenty_cases(lang: str) -> None:
    assert len(rows(f"{lang}.tsv")) >= 20


def full_width(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if char in "0123456789" else char for char in text)


SPELLINGS = {
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "NFC": lambda text: unicodedata.normalize("NFC", text),
    "full-width digits": full_width,
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "typographic apostrophes": lambda text: text.replace("'", "’"),
    "modifier apostrophes": lambda text: text.replace("'", "ʼ"),
    "spaces around": lambda text: f"  {text}\n",
    "zero-width signs": lambda text: f"\u200e{text}\ufeff",
} | {f"{emoji} after": lambda text, emoji=emoji: f"{text} {emoji}" for emoji in EMOJI}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_same_however_it_is_encoded(spelling: str) -> None:
    write = SPELLINGS[spelling]
    changed = [(lang, text) for lang, text, expected in CASES if count(write(text), lang) != expected]
    assert changed == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_emoji_before_changes_nothing(lang: str) -> None:
    for case_lang, text, expected in CASES:
        if case_lang == lang:
            assert count(f"🎉 {text}", lang) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tokens_add_up(lang: str) -> None:
    for case_lang, text, expected in CASES:
        if case_lang == lang:
            assert sum(token.count for token in explain(text, lang)) == expected
