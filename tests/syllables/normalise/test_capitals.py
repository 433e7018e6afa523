"""Capitals: headings and shouts are words, known acronyms stay acronyms."""

from __future__ import annotations

import pytest

from inst_trans_env.syllables import count, explain

SENTENCES = {
    "de": "am See ist es still|wir gehen mit dem Hund|der Zug fährt um zehn ab|sehr gut, danke|bitte nicht füttern",
    "en": "ask him if it is his|give us an egg|I am as old as you|help your own team|we saw it at sea|do not feed them",
    "es": "la vida es un sueño|hoy no hay clase|ya voy al mar|un rey sin reino|él y tú",
    "fil": "oo, may isda na|ang ulan at ang araw|bawal pumasok dito|ako ay aalis na",
    "fr": "un ami est là|tu as vu la mer|au fond du lac|ils ont tout pris|on y va ce soir|la vie est belle",
    "id": "api itu panas|aku dan dia pergi|ini air ibu|ada apa di sana",
    "it": "noi e voi|io ti dico la verità|ma tu chi sei|vieni qui da me|ai miei amici",
    "ms": "api dan air|saya ada di sini|apa itu|dia ibu saya",
    "nl": "er is nog tijd|ik zie je om zes uur|wij zijn al thuis|te huur|dit is de uitgang",
    "pl": "bez wody nie ma życia|co to jest|mnie i jej nie było|śnieg na dachu|źle mi tu|wróć do mnie",
    "pt": "eu e tu|o pai não vai ao mar|um dia sem luz|ela é minha irmã|ai de mim",
    "ro": "am un an de stat|nu vin azi|ei au fost aici|tu și eu|un om bun",
    "ru": "вход со двора|он их не знает|мне жаль|вы и мы|вход и выход|мгла над рекой|ждём вас",
    "sv": "nu är det vår|vi ses i morgon|ät din mat|en ö i havet|du och jag|ingen hjälp",
    "tr": "bu su çok iyi|sen ne dedin|git ve gel|ev al|yok öyle bir şey",
    "vi": "an toàn trên hết|hết vé rồi|chủ nhà đi vắng|Việt Nam quê em|ai là bạn của tôi|cấm đỗ xe ở đây|nghỉ lễ",
}
SHOUTS = {
    "en": "help run hey wait sorry yes", "de": "halt hilfe los raus achtung", "fr": "stop vite non attention",
    "es": "corre alto basta ya", "it": "vai corri aiuto dai", "pt": "corre vai socorro", "tr": "dur kaç koş imdat",
    "vi": "chạy cứu dừng hết", "pl": "stój pomocy uciekaj", "ru": "стой беги помогите", "ro": "fugi stai ajutor",
    "nl": "help weg rennen", "sv": "hjälp spring stopp", "id": "lari tolong awas", "ms": "lari tolong",
    "fil": "takbo tulong hinto",
}  # fmt: skip


def loud(text: str, lang: str) -> str:
    return (text.replace("i", "İ") if lang == "tr" else text).upper()


@pytest.mark.parametrize(
    ("lang", "text"), [(lang, text) for lang, row in SENTENCES.items() for text in row.split("|")]
)
def test_a_heading_counts_what_its_words_count(lang: str, text: str) -> None:
    heading = loud(text, lang)
    assert count(heading, lang) == count(text, lang), explain(heading, lang)


@pytest.mark.parametrize(
    ("lang", "word"), [(lang, word) for lang, row in SHOUTS.items() for word in row.split()]
)
@pytest.mark.parametrize("frame", ["{}!", "“{}!”", "{}!!!"])
def test_a_shout_is_a_word(lang: str, word: str, frame: str) -> None:
    text = frame.format(loud(word, lang))
    assert count(text, lang) == count(word, lang), explain(text, lang)


@pytest.mark.parametrize(
    ("lang", "text", "syllables"),
    [
        ("en", "NASA AND THE FBI MET IN THE USA", 13),
        ("en", "CNN, BBC AND NBC", 10),
        ("en", "THE US ARMY", 5),
        ("en", "TELL US ABOUT IT", 5),
        ("en", "the US, the EU and the UK", 10),
        ("en", "a UFO!", 4),
        ("en", "USA!", 3),
        ("en", "DVD", 3),
        ("en", "SMS", 3),
        ("en", "UNESCO", 3),
        ("en", "MR. BEAN", 3),
        ("en", "PROF. X", 4),
        ("de", "DIE ARD UND DAS ZDF", 9),
        ("de", "USA UND EU", 6),
        ("de", "SPÖ und ÖVP", 7),
        ("fr", "LA SNCF EN GRÈVE", 7),
        ("fr", "MME DUPONT", 4),
        ("fr", "LE XXE SIÈCLE", 4),
        ("fr", "LA VIE", 2),
        ("es", "LA ONU Y LA UE", 7),
        ("ru", "США И ООН", 7),
        ("ru", "МГУ", 3),
        ("tr", "ABD VE AB", 6),
        ("vi", "CHXHCN VIỆT NAM", 8),
        ("id", "DPR DAN KPK", 7),
    ],
)
def test_acronyms_among_capitals(lang: str, text: str, syllables: int) -> None:
    assert count(text, lang) == syllables, explain(text, lang)
