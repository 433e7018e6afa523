from __future__ import annotations

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.errors import UserError
from inst_trans_env.syllables import LANGUAGES, Token, count, explain
from inst_trans_env.syllables.words import count_word

# Words whose syllables a dictionary or grammar gives; the neighbours in a row differ by one trait.
WORDS = {
    "ar": "باب 1, نور 1, متحف 2, استقبل 4, انتقل 4, تحدث 4, مستقبل 3, مشارك 3, بولندا 3, ألمانيا 4, رياضيات 4, "
    "كتاب 2, مدرسة 3, شمس 1, مُدَرِّس 3, كَتَبَ 2, لُغَة 2, الْبَيْت 2, مكتوب 2, آب 1, مطار 2, هو 2, أحمد 2",
    "de": "Haus 1, Bauer 2, Theater 3, Hygiene 3, Aktion 2, Beobachtung 4, ideal 3, naiv 2, Museum 3, Ei 1, Eier 2, "
    "Äpfel 2, Straße 2, Europäer 4, Radio 2, Chaos 2, Familie 3, Poesie 3, geht's 1",
    "en": "don't 1, isn't 2, boss's 2, boss's's 3, cat's's 2, 's's 2, shouldn't've 3, they'd've 2, "
    "could've 2, cat's 1, jumped 1, wanted 2, table 2, rhythm 2, create 2, "
    "science 2, queue 1, business 2, idea 3, beautiful 3, houses 2, makes 1, w 3, a 1, area 3, people 2",
    "es": "país 2, paisaje 3, pingüino 3, guitarra 3, queso 2, ciudad 2, río 2, aéreo 4, buey 1, huevo 2, "
    "canción 2, poeta 3, ahínco 3, Uruguay 3, y 1, leer 2, "
    "muy 1, huy 1, tuya 2",
    "fil": "mga 2, bata 2, kaibigan 4, tao 2, araw 2, Gloria 2, tiya 2, maaari 4, ng 1, ginagawa 4, "
    "ako'y 2, hindi'y 2, ikaw't 2",
    "fr": "aujourd'hui 3, l'eau 1, qu'il 1, mangent 1, content 2, moment 2, souvent 2, ouvrier 3, nation 2, "
    "oiseau 2, août 1, famille 2, poète 2, pays 2, naïf 2, parlent 1, table 1, samedi 2, crayon 2, feuille 1",
    "hi": "भारत 2, नमस्ते 3, लोग 1, किताब 2, दिल्ली 2, कमल 2, कमला 2, हिन्दी 2, आप 1, समझना 3, पानी 2",
    "id": "keadaan 4, pantai 2, pulau 2, laut 2, baik 2, saya 2, air 2, syukur 2, kerbau 2, audit 2, lautan 3, "
    "sebagainya 4",
    "it": "figlie 2, farmacia 4, acqua 2, aiuola 3, città 2, cielo 2, già 1, paura 3, buono 2, psicologia 5, "
    "dell'amico 4, zio 2, due 2, duecento 4, può 1, polizia 4, materia 3, mormorio 4, riunione 4, "
    "ragione 3, quando 2, chiesa 2",
    "ja": "東京 4, きって 3, 学校 4, コンピューター 6, ん 1, しゅっちょう 4, 四月 3, 九月 3, 日本語 4, ファン 2, "
    "私は 4, 私立 3, 公私 3, 私達 5, 二十歳 3, 百二十歳 7",
    "ko": "사과 2, 안녕하세요 5, 값 1, 읽다 2",
    "ms": "maaf 2, nilainya 3, pantai 2, kerajaan 4, laut 2, syarikat 3, hijau 2",
    "nl": "geïnteresseerd 5, kinderen 3, museum 3, zee 1, zeeën 2, ideeën 3, oeuvre 2, fiets 1, foto's 2, "
    "bijeen 2, nieuw 1, vrouw 1, ei 1, chaos 2, station 2, "
    "sociaal 2, speciale 3, officieel 3, patiënt 2, pensioen 2, professioneel 4, initiatief 4, unciaal 3, bestiaal 3, "
    "oriënt 3, naïef 2, reëel 2, geëerd 2, beëindigen 4, drieëenheid 3, zeeën 2",
    "pl": "nauka 3, niania 2, kotów 2, z 0, w 0, we 1, ziemia 2, Europa 3, muzeum 3, autor 2, miasto 2",
    "pt": "São 1, coração 3, saúde 3, água 2, quando 2, guerra 2, pais 1, país 2, rainha 3, mãe 1, dia 2",
    "ro": "lupi 1, negri 2, metri 2, oameni 2, ceai 1, iarnă 2, carte 2, familie 4, pâine 2, România 4, geantă 2, "
    "cincisprezece 4",
    "ru": "в 0, с 0, к 0, кафе 2, кошки 2, объект 2, ещё 2, Россия 3, взгляд 1",
    "sv": "station 2, katter 2, museum 3, Europa 3, människa 3, flygplats 2, nyhet 2, å 1, "
    "tionde 3, trettionde 4, garage 2, krage 2, service 2, spion 2, reumatism 3, schweizisk 2",
    "th": "สวัสดี 3, กรุงเทพฯ 2, มหาวิทยาลัย 6, ต่างๆ 2, ประเทศไทย 3, แมว 1, ขนม 2, สนาม 2, รถยนต์ 2, นม 1",
    "tr": "saat 2, İstanbul 3, ışık 2, ağaç 2, okul 2, Ankara'da 4, şiir 2, öğretmen 3",
    "vi": "nghiêng 1, giường 1, quyển 1, yêu 1, khuya 1, internet 3, Việt 1, oanh 1",
    "zh": "东京 2, 猫 1, 人民 2, 〇 1",
}
CASES = [
    (lang, *pair.rsplit(" ", 1)) for lang, row in WORDS.items() for pair in row.replace("\n", " ").split(", ")
]

FOREIGN = [
    ("zh", "hello", 2), ("ja", "hello", 2), ("ko", "hello", 2), ("th", "hello", 2), ("ar", "hello", 2),
    ("hi", "hello", 2), ("ru", "hello", 2), ("en", "Москва", 2), ("de", "東京", 2), ("en", "きって", 3),
    ("zh", "きって", 3), ("fr", "안녕", 2), ("en", "भारत", 2), ("en", "สวัสดี", 3), ("es", "كَتَبَ", 2),
    ("en", "καλημέρα", 4), ("en", "თბილისი", 3), ("en", "Երևան", 3), ("en", "வணக்கம்", 3),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "word", "syllables"), CASES)
def test_word(lang: str, word: str, syllables: str) -> None:
    assert count_word(word, lang) == int(syllables)


@pytest.mark.parametrize(("lang", "word", "syllables"), FOREIGN)
def test_word_of_another_script(lang: str, word: str, syllables: int) -> None:
    assert count(word, lang) == syllables


HAND = Path(__file__).with_name("hand")


@pytest.mark.parametrize("lang", sorted(path.stem for path in HAND.glob("*.tsv")))
def test_words_counted_by_hand(lang: str) -> None:
    lines = (HAND / f"{lang}.tsv").read_text("utf-8").split("\n")
    words = [line.split("\t") for line in lines if line]
    wrong = [(word, number) for word, number in words if count_word(word, lang) != int(number)]
    assert words
    assert wrong == []


CONTEXTS = [
    ("fr", "ils content", 2),
    ("fr", "il est content", 4),
    ("fr", "Elles ne s'expriment pas", 5),
    ("fr", "un couvent", 3),
    ("fr", "Ils couvent.", 2),
    ("fr", "A-t-il vu", 3),
    ("ro", "s-a dus", 2),
    ("ro", "într-o zi", 3),
    ("nl", "'s avonds", 2),
    ("ru", "в кафе", 2),
    ("ru", "в", 1),
    ("ru", "с к", 1),
    ("pl", "w domu", 2),
    ("th", "ต่าง ๆ", 2),
    ("th", "เด็กๆ", 2),
    ("ar", "السلام عليكم", 7),
    ("en", "co-op", 2),
    ("en", "ＨＥＬＬＯ world", 3),
    ("ja", "ｶﾞｯｺｳ", 4),
]


@pytest.mark.parametrize(("lang", "text", "syllables"), CONTEXTS)
def test_neighbours(lang: str, text: str, syllables: int) -> None:
    assert count(text, lang) == syllables, explain(text, lang)


@pytest.mark.parametrize(
    ("code", "same"),
    [("pt-BR", "pt"), ("zh-Hant", "zh"), ("zh_CN", "zh"), ("fil-PH", "fil"), ("tl", "fil"), ("EN", "en")],
)
def test_regional_codes(code: str, same: str) -> None:
    assert explain("bata 猫 água", code) == explain("bata 猫 água", same)


@pytest.mark.parametrize("code", ["xx", "", "klingon", "e", "pt BR"])
def test_an_unknown_code_names_the_known_ones(code: str) -> None:
    with pytest.raises(UserError, match="ar, de, en, es, fil"):
        count("text", code)


def test_explain_gives_named_fields() -> None:
    assert explain("Hello, 7", "en") == [
        Token("Hello", "Hello", 2),
        Token(",", "", 0),
        Token("7", "seven", 2),
    ]


NASTY = ["", " ", "\x00", "\ud800", "a\ud800b", "😀", "́", "\u200b", "-", "'", "''", "...", "𝕳𝖊𝖑𝖑𝖔", "ﷺ"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", NASTY)
def test_nothing_raises(lang: str, text: str) -> None:
    assert count(text, lang) == sum(token.count for token in explain(text, lang)) >= 0


LETTERS = "aé ß ğ ñ ж щ ω א ب अ क ก 한 ㅋ 中 あ ッ ა ա ம ጠ ᎠḂ ᄀ 𝒳 ﾞ ﾟ ﱞ ﹰ ﹾ ゃ ๅ ʷ ー"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("letter", LETTERS.split())
def test_letters_are_heard(lang: str, letter: str) -> None:
    assert count(letter, lang) >= 1


@pytest.mark.parametrize("lang", sorted({*LANGUAGES} - {"pl", "ru"}))
@pytest.mark.parametrize("letter", ["в", "z", "ᄀ", "ﾞ", "ﱞ", "ゃ", "ๅ", "ʷ"])
def test_a_letter_between_words_is_heard(lang: str, letter: str) -> None:
    assert count(f"la {letter} la", lang) > count("la la", lang)


@given(st.text(), st.sampled_from(LANGUAGES))
def test_any_string(text: str, lang: str) -> None:
    heard = count(text, lang)
    assert heard == sum(token.count for token in explain(text, lang))
    assert (
        heard == count(unicodedata.normalize("NFD", text), lang)
        or "\ud800" <= max(text, default="") <= "\udfff"
    )
    if any(map(str.isalpha, text)):
        assert heard >= 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "unit",
    ["a", "ae", "ก", "東京", "كَ", "e\u0301\u0323", "a.", "1 ", "क्", "-t", "s'", "x's", "'ve", "n't", "l'"],
)
def test_huge_texts_take_linear_time(lang: str, unit: str) -> None:
    assert count(unit * 20_000, lang) >= 0


def test_threads_agree() -> None:
    texts = [(word, lang) for lang, word, _ in CASES] * 3
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda case: count(*case), texts)) == [count(*case) for case in texts]
