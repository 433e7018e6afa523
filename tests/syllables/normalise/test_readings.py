"""How each kind of sign is read, in words."""

from __future__ import annotations

import pytest

from inst_trans_env.syllables import explain


def reading(text: str, lang: str) -> str:
    return " ".join(token.reading for token in explain(text, lang) if token.reading)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "$5.50", "five dollars and fifty cents"),
        ("en", "€20 million", "twenty million euros"),
        ("en", "US$5", "five dollars"),
        ("en", "12/25/2024", "december twenty fifth twenty twenty four"),
        ("en", "10:05", "ten oh five"),
        ("en", "5 pm", "five p m"),
        ("en", "12:00", "twelve o'clock"),
        ("en", "2½", "two and a half"),
        ("en", "+1 800 555 1234", "plus one eight zero zero five five five one two three four"),
        ("en", "1939–1945", "nineteen thirty nine to nineteen forty five"),
        ("en", "Louis XIV", "Louis the fourteenth"),
        ("en", "a@b.com", "a at b dot com"),
        ("en", "https://www.nasa.gov/x_y", "doubleu doubleu doubleu dot nasa dot gov slash x underscore y"),
        ("en", "#MeToo", "hashtag Me Too"),
        ("en", "THE END OF THE WORLD", "the end of the world"),
        ("en", "1500 people", "one thousand five hundred people"),
        ("en", "the '80s", "the eighty"),
        ("de", "5,50 €", "fünf euro fünfzig"),
        ("de", "am 3. Mai", "am dritte Mai"),
        ("de", "2 Mio. €", "zwei millionen euro"),
        ("de", "12.05.2024", "zwölfte mai zweitausendvierundzwanzig"),
        ("de", "10.30 Uhr", "zehn uhr dreißig"),
        ("fr", "10h30", "dix heures trente"),
        ("fr", "1 234,5 km", "mille deux cent trente quatre virgule cinq kilomètres"),
        ("fr", "06 12 34 56 78", "zéro six douze trente quatre cinquante six soixante dixhuit"),
        ("fr", "XXIe siècle", "vingt et unième siècle"),
        ("es", "21 personas", "veintiuna personas"),
        ("es", "21 años", "veintiún años"),
        ("es", "$5 millones", "cinco millones de dólares"),
        ("es", "Felipe VI", "Felipe sexto"),
        ("es", "siglo XXI", "siglo veintiuno"),
        ("it", "1.234", "milleduecentotrentaquattro"),
        ("pt", "22 pessoas", "vinte e duas pessoas"),
        ("ro", "20 km", "douăzeci de kilometri"),
        ("ru", "в 2024 году", "в две тысячи двадцать четвёртом году"),
        ("ru", "9 мая 1945 г.", "девятое мая тысяча девятьсот сорок пятого года"),
        ("ru", "3,5 км", "три целых пять десятых километра"),
        ("ru", "90-е", "девяностое"),
        ("pl", "w 2024 roku", "w dwa tysiące dwudziesty czwarty roku"),
        ("pl", "5 maja 2024 r.", "piątego maja dwa tysiące dwudziestego czwartego roku"),
        ("pl", "2,50 zł", "dwa złote i pięćdziesiąt"),
        ("sv", "kl. 10.30", "klockan tio och trettio"),
        ("sv", "den 21:a", "den tjugoförsta"),
        ("tr", "%50", "yüzde elli"),
        ("tr", "50%", "yüzde elli"),
        ("tr", "TRT'de", "t r t de"),
        ("fil", "4 bata", "apat na bata"),
        ("id", "Rp1.500.000", "satu juta lima ratus ribu rupiah"),
        ("vi", "ngày 5/3/2024", "ngày năm tháng ba năm hai nghìn không trăm hai mươi bốn"),
        ("zh", "50%", "百分之五十"),
        ("zh", "-5°C", "零下 五 摄氏度"),
        ("zh", "10:30", "十点三十分"),
        ("ja", "1億2000万円", "いちおく にせんまんえん"),
        ("ja", "10:30", "じゅうじ さんじゅうふん"),
        ("ko", "5개월", "오 개월"),
        ("ko", "3달러", "삼 달러"),
        ("ko", "13시", "십삼 시"),
        ("ko", "21명", "스물한 명"),
        ("th", "10.30 น.", "สิบ นาฬิกา สาม สิบ นาที"),
        ("hi", "1,00,000", "एक लाख"),
        ("ar", "الساعة 3", "الساعة الثالثة"),
        ("ar", "٢ كم", "كيلومتران"),
    ],
)
def test_reading(lang: str, text: str, expected: str) -> None:
    assert reading(text, lang) == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "I mix it"),  # no Roman numerals
        ("en", "Am I right"),
        ("en", "He said no. Then he left."),
        ("en", "the dr and the cat"),
        ("es", "Va a la mar"),
        ("fr", "Ils vont"),
        ("it", "io vivo"),
        ("de", "Ich bin da. Und du"),
        ("nl", "ik ben er"),
    ],
)
def test_plain_words_stay_plain(lang: str, text: str) -> None:
    assert reading(text, lang) == text.replace(".", "")
