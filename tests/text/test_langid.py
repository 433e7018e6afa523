from __future__ import annotations

import threading
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.text.langid import LANGUAGES, MAX_CHARS, probabilities


def test_malay_and_indonesian_are_pooled() -> None:
    found = probabilities("Sila masukkan kata laluan anda untuk meneruskan.")
    assert found["ms"] == found["id"] > 0.9


def test_filipino_is_known() -> None:
    assert probabilities("Hindi ko alam kung ano ang sasabihin ko.")["fil"] > 0.9


def test_a_text_that_says_nothing_is_equally_probable() -> None:
    values = {round(p, 6) for lang, p in probabilities("…").items() if lang not in ("id", "ms")}
    assert values == {round(1 / len(LANGUAGES), 6)}


@settings(deadline=None)
@given(st.text())
def test_any_text_has_probabilities(text: str) -> None:
    assert set(probabilities(text)) == set(LANGUAGES)


def test_long_texts_and_combining_marks_are_fast() -> None:
    start = time.perf_counter()
    probabilities("Das ist ein langer Text. " * MAX_CHARS)
    probabilities("a" + "\u0301\u0323" * 500_000)
    assert time.perf_counter() - start < 2


def test_threads_share_the_identifier() -> None:
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.append(probabilities("Wo warst du denn so lange?")["de"]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
