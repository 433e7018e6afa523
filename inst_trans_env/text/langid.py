"""Which of the 22 languages a text is in: probabilities from the model that py3langid carries.

The identifier knows scripts only through its statistics; callers settle by script what a script settles.
"""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Any

LANGUAGES = (
    *("ar", "de", "en", "es", "fil", "fr", "hi", "id", "it", "ja", "ko"),
    *("ms", "nl", "pl", "pt", "ro", "ru", "sv", "th", "tr", "vi", "zh"),
)
"""The languages that are told apart."""

MODEL = "py3langid-0.4"
"""What is cited in signatures."""

MAX_CHARS = 20_000
"""Longer texts are judged by samples of this many characters from begin, middle and end together."""

_MODEL_CODES = {"fil": "tl"}
_POOLED = ({"id", "ms"},)
_MARKS = re.compile("([\u0300-\u036f\u0483-\u0489\u064b-\u065f\u20d0-\u20ff\ufe00-\ufe0f]{4})"
                    "[\u0300-\u036f\u0483-\u0489\u064b-\u065f\u20d0-\u20ff\ufe00-\ufe0f]+")  # fmt: skip
_LOCK = threading.Lock()


def probabilities(text: str) -> dict[str, float]:
    """Return the probability of each of `LANGUAGES`; equal ones when the text says nothing.

    Indonesian and Malay are too alike to be told apart: both get the sum of their probabilities, so the
    values add up to more than 1. Strip markup, code and URLs first.
    """
    ranked = dict(_identifier().rank(_sample(text)))
    found = {lang: float(ranked[_MODEL_CODES.get(lang, lang)]) for lang in LANGUAGES}
    for pool in _POOLED:
        together = sum(found[lang] for lang in pool)
        found.update(dict.fromkeys(pool, together))
    return found


def _sample(text: str) -> str:
    """Return the text, or parts of a long one, with long runs of combining marks (quadratic time) cut."""
    if len(text) > MAX_CHARS:
        part, middle = MAX_CHARS // 3, len(text) // 2
        text = f"{text[:part]}\n{text[middle - part // 2 : middle + part // 2]}\n{text[-part:]}"
    return _MARKS.sub(r"\1", text)


@lru_cache(maxsize=1)
def _identifier() -> Any:
    """Load the model once (0.8 s), even when several threads ask at the same time."""
    with _LOCK:
        return _load()


@lru_cache(maxsize=1)
def _load() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([_MODEL_CODES.get(lang, lang) for lang in LANGUAGES])
    return identifier
