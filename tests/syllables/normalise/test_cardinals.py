from __future__ import annotations

import re
import unicodedata

import pytest
from num2words import num2words

from inst_trans_env.syllables import LANGUAGES
from inst_trans_env.syllables.normalise.numbers import cardinal, digits, ordinal, year
from inst_trans_env.syllables.normalise.spoken import measure, spell_out

SAMPLE = [
    *range(1200),
    1999,
    2024,
    3000,
    10000,
    12345,
    21000,
    100000,
    123456,
    999999,
    10**6,
    2 * 10**6,
    1234567,
    10**9,
]
SAME_WORDS = ("en", "id", "pl", "ko")
"""Languages whose numbers num2words says exactly as the tables do."""


def letters(text: str) -> str:
    return re.sub(r"[\s,\-–'’]|and", "", unicodedata.normalize("NFC", text.lower()))


@pytest.mark.parametrize("lang", SAME_WORDS)
def test_agrees_with_num2words(lang: str) -> None:
    differ = [n for n in SAMPLE if letters(num2words(n, lang=lang)) != letters(spell_out(cardinal(n, lang)))]
    assert differ == []


VARIANTS = {
    # num2words' spelling -> the tables' spelling, where speakers and the dictionaries allow both or it errs.
    "es": [("uno mil", "ún mil"), ("veintiunomil", "veintiúnmil"), ("unomil", "unmil")],
    "fr": [("quatrevingts", "quatrevingt"), ("cents", "cent")],
    "nl": [("ë", "e"), ("é", "e")],
    "it": [("tré", "tre"), ("dicotto", "diciotto")],
    "tr": [("doksandokuz", "doksandokuz"), ("doksandört", "doksandört")],
    "vi": [("lẻ", "linh")],
    "th": [],
    "pt": [],
    "ro": [],
}


@pytest.mark.parametrize("lang", ["fr", "nl", "it", "pt", "th"])
def test_agrees_but_for_spelling(lang: str) -> None:
    def plain(text: str) -> str:
        text = letters(text)
        for there, here in VARIANTS[lang]:
            text = text.replace(there, here)
        return text

    code = {"pt": "pt_BR"}.get(lang, lang)
    differ = [
        n
        for n in SAMPLE
        if plain(num2words(n, lang=code)) != plain(spell_out(cardinal(n, lang))) and n < 10**6
    ]
    assert differ == []


@pytest.mark.parametrize(
    ("lang", "number", "syllables"),
    [
        ("de", 21, 4), ("de", 77, 5), ("de", 1100, 5), ("de", 2024, 7), ("sv", 40, 3), ("sv", 1234, 10),
        ("nl", 77, 6), ("es", 16, 3), ("es", 21000, 3), ("fr", 71, 4), ("fr", 99, 5), ("fr", 2000, 2),
        ("it", 28, 3), ("it", 180, 4), ("it", 2000, 4), ("pt", 100, 1), ("pt", 1999, 12), ("ro", 2000, 3),
        ("ro", 21000, 8), ("ru", 1000, 3), ("ru", 2000, 4), ("ru", 5000, 3), ("tr", 1999, 8), ("vi", 101, 4),
        ("vi", 2024, 7), ("vi", 15, 2), ("th", 21, 3), ("th", 2567, 7), ("th", 10**6, 2), ("zh", 10, 1),
        ("zh", 110, 4), ("zh", 1001, 4), ("zh", 10010, 5), ("zh", 12345, 9), ("zh", 100000, 2), ("ja", 10, 2),
        ("ja", 300, 4), ("ja", 10000, 4), ("ja", 2024, 8), ("ko", 10000, 1), ("ko", 12345, 8), ("hi", 99, 3),
        ("hi", 100, 1), ("hi", 150, 4), ("hi", 100000, 2), ("hi", 1947, 8), ("ar", 11, 4), ("ar", 25, 5),
        ("ar", 2024, 9), ("ms", 8, 2), ("id", 8, 3), ("id", 11, 3), ("id", 1000, 3), ("fil", 10, 2), ("fil", 25, 6),
        ("fil", 100, 4), ("fil", 1000, 4),
    ],
)  # fmt: skip
def test_cardinals_by_hand(lang: str, number: int, syllables: int) -> None:
    assert measure(cardinal(number, lang), lang) == syllables


@pytest.mark.parametrize(
    ("lang", "number", "reading"),
    [
        ("en", 1, "first"), ("en", 21, "twenty first"), ("en", 30, "thirtieth"), ("en", 12, "twelfth"),
        ("de", 1, "erste"), ("de", 7, "siebte"), ("de", 21, "einundzwanzigste"), ("de", 17, "siebzehnte"),
        ("nl", 8, "achtste"), ("nl", 3, "derde"), ("sv", 21, "tjugoförsta"), ("fr", 21, "vingt et unième"),
        ("fr", 4, "quatrième"), ("es", 21, "vigésimo primero"), ("it", 3, "terzo"), ("it", 23, "ventitreesimo"),
        ("it", 20, "ventesimo"), ("pt", 22, "vigésimo segundo"), ("pl", 21, "dwudziesty pierwszy"),
        ("pl", 2024, "dwa tysiące dwudziesty czwarty"), ("pl", 2000, "dwutysięczny"), ("ru", 3, "третий"),
        ("ru", 2000, "двухтысячный"), ("ru", 40, "сороковой"), ("tr", 21, "yirmi birinci"), ("ro", 2, "doilea"),
    ],
)  # fmt: skip
def test_ordinals(lang: str, number: int, reading: str) -> None:
    assert spell_out(ordinal(number, lang)) == reading


@pytest.mark.parametrize(
    ("lang", "number", "reading"),
    [
        ("en", 1999, "nineteen ninety nine"), ("en", 1905, "nineteen oh five"), ("en", 1900, "nineteen hundred"),
        ("en", 2000, "two thousand"), ("en", 2005, "two thousand five"), ("en", 2024, "twenty twenty four"),
        ("de", 1999, "neunzehnhundertneunundneunzig"), ("de", 2024, "zweitausendvierundzwanzig"),
        ("sv", 1999, "nittonhundranittionio"), ("zh", 1999, "一 九 九 九"), ("ko", 2024, "이천이십사"),
    ],
)  # fmt: skip
def test_years(lang: str, number: int, reading: str) -> None:
    assert spell_out(year(number, lang)) == reading


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_has_a_reading(lang: str) -> None:
    for number in [*range(1000), *(10**power + add for power in range(15) for add in (0, 1, 21, 555))]:
        assert measure(cardinal(number, lang), lang) >= 1
        assert measure(ordinal(number, lang), lang) >= 1
    assert measure(digits("0123456789", lang), lang) >= 10
