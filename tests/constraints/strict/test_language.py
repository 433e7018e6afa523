from __future__ import annotations

import pytest

from inst_trans_env.constraints.strict import STRICT
from inst_trans_env.constraints.strict.wrong_language import wrong_language
from inst_trans_env.tasks.schema import Task
from inst_trans_env.text.langid import LANGUAGES
from tests.constraints.strict.tables import read

SENTENCES = [(row["lang"], row["text"]) for row in read("sentences")]
TEXTS = {lang: [text for name, text in SENTENCES if name == lang] for lang in LANGUAGES}


def test_every_language_has_sentences() -> None:
    assert all(len(texts) >= 10 for texts in TEXTS.values())


@pytest.mark.parametrize(("lang", "text"), SENTENCES)
@pytest.mark.parametrize("alone", [False, True])
def test_real_sentences_are_never_rejected(lang: str, text: str, alone: bool) -> None:
    assert wrong_language(text, lang, alone=alone) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_languages_are_rejected(lang: str) -> None:
    pooled = {"id", "ms"}
    others = [other for other in LANGUAGES if other != lang and {other, lang} != pooled]
    assert [other for other in others if not wrong_language("\n".join(TEXTS[other]), lang)] == []
    short = [wrong_language(text, lang) for other in others for text in TEXTS[other]]
    assert sum(map(bool, short)) >= 0.9 * len(short)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Zhang Xiaoming",
            "Li Xiaoyao, Zhao Ling'er",
            "Nguyễn Văn Toàn",
            "Leonardo DiCaprio",
            "Genshin Impact",
        ),
        *("League of Legends", "Taylor Swift - Blank Space", "Shanghai, Beijing, Guangzhou", "COVID-19 PCR"),
        *("Microsoft Windows Server", "Universitas Gadjah Mada", "Final Fantasy VII Remake"),
    ],
)
@pytest.mark.parametrize(
    "lang", ["de", "en", "es", "fil", "fr", "id", "it", "nl", "pl", "pt", "ro", "sv", "tr", "vi"]
)
def test_names_alone_are_in_every_language(name: str, lang: str) -> None:
    assert wrong_language(name, lang) == ""


def test_the_offending_line_is_shown() -> None:
    row = Task(
        "zh",
        "pl",
        '{"1": "今天天气不错，适合出门。", "2": "我们下午去河边散步。", "3": "好的，几点？"}',
        (),
        (),
    )
    prediction = (
        '{"1": "Ładna dziś pogoda, w sam raz na spacer.", '
        '"2": "In the afternoon we will walk along the river.", "3": "Dobrze, o której się spotkamy?"}'
    )
    verdict = STRICT.gates(row, prediction)["language"]
    ((start, end),) = verdict.spans
    assert prediction[start:end] == "In the afternoon we will walk along the river."
    assert "it reads as en" in verdict.reason
