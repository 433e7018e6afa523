"""The identifier gives the probabilities that py3langid itself gives, for one text and for many."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from inst_trans_env.text.langid import LANGUAGES, probabilities, probabilities_of
from tests.constraints.strict.tables import read

PREDICTIONS = [row["prediction"] for row in read("language")]


@pytest.fixture(scope="module")
def identifier() -> LanguageIdentifier:
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(["tl" if lang == "fil" else lang for lang in LANGUAGES])
    return identifier


def expected(identifier: LanguageIdentifier, text: str) -> dict[str, float]:
    ranked = dict(identifier.rank(text))
    found = {lang: ranked["tl" if lang == "fil" else lang] for lang in LANGUAGES}
    return found | dict.fromkeys(("id", "ms"), found["id"] + found["ms"])


@settings(deadline=None)
@given(texts=st.lists(st.text() | st.sampled_from(PREDICTIONS), max_size=6))
def test_texts_together_are_judged_as_the_model_judges_each(
    identifier: LanguageIdentifier, texts: list[str]
) -> None:
    for text, found in zip(texts, probabilities_of(texts), strict=True):
        assert found == pytest.approx(expected(identifier, text), abs=1e-5)


def test_a_text_without_features_says_nothing() -> None:
    assert set(probabilities("").values()) == {1 / len(LANGUAGES), 2 / len(LANGUAGES)}


def test_every_labelled_answer_is_judged_as_by_the_model(identifier: LanguageIdentifier) -> None:
    for text, found in zip(PREDICTIONS, probabilities_of(PREDICTIONS), strict=True):
        assert found == pytest.approx(expected(identifier, text), abs=1e-5)
