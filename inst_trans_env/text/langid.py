"""Which of the 22 languages a text is in: probabilities from the model that py3langid carries.

The identifier knows scripts only through its statistics; callers settle by script what a script settles.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
_DEPTH = 6
"""Bytes of the longest string that the model's automaton knows."""


def probabilities(text: str) -> dict[str, float]:
    """Return the probability of each of `LANGUAGES`; equal ones when the text says nothing.

    Indonesian and Malay are too alike to be told apart: both get the sum of their probabilities, so the
    values add up to more than 1. Strip markup, code and URLs first.
    """
    return probabilities_of([text])[0]


def probabilities_of(texts: Sequence[str]) -> list[dict[str, float]]:
    """Return what `probabilities` says of each text; many short texts at once cost little more than one."""
    if not texts:
        return []
    shares = _model().probabilities([_sample(text) for text in texts])
    for pool in _POOLED:
        columns = [LANGUAGES.index(lang) for lang in pool]
        shares[:, columns] = shares[:, columns].sum(axis=1, keepdims=True)
    return [dict(zip(LANGUAGES, row, strict=True)) for row in shares.tolist()]


def _sample(text: str) -> str:
    """Return the text, or parts of a long one, with long runs of combining marks (quadratic time) cut."""
    if len(text) > MAX_CHARS:
        part, middle = MAX_CHARS // 3, len(text) // 2
        text = f"{text[:part]}\n{text[middle - part // 2 : middle + part // 2]}\n{text[-part:]}"
    return text if text.isascii() else _MARKS.sub(r"\1", text)


@lru_cache(maxsize=1)
def _model() -> _Model:
    """Load the model once (0.8 s), even when several threads ask at the same time."""
    with _LOCK:
        return _load()


@lru_cache(maxsize=1)
def _load() -> _Model:
    return _Model()


class _Model:
    """The naive Bayes model of py3langid for `LANGUAGES`, applied to many texts at once.

    Its automaton knows byte strings of up to `_DEPTH` bytes, so that the state behind a byte follows from that
    byte and those before it: all places are walked side by side. 0xFF, which no text holds, leads to the start.
    Scores are those of `LanguageIdentifier.rank` but for rounding.
    """

    def __init__(self) -> None:
        import numpy as np
        from py3langid.langid import MODEL_FILE, LanguageIdentifier

        identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        codes = [_MODEL_CODES.get(lang, lang) for lang in LANGUAGES]
        identifier.set_languages(codes)
        columns = [identifier.nb_classes.index(code) for code in codes]
        self._encode: Callable[[str], bytes] = identifier._encode
        self._next = np.frombuffer(identifier.tk_nextmove, dtype=np.uint32)
        self._row = np.asarray(identifier._rowbase, dtype=np.int64)
        self._output = np.asarray(identifier.tk_output, dtype=np.int64)
        self._weights = np.ascontiguousarray(identifier.nb_ptc[:, columns], dtype=np.float32)
        self._priors = identifier.nb_pc[columns].astype(np.float64)

    def probabilities(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return one row of probabilities of `LANGUAGES` for each text."""
        import numpy as np

        encoded = [self._encode(text) for text in texts]
        scores = np.zeros((len(texts), len(LANGUAGES)))
        rows, sums = self._sums(encoded)
        scores[rows] = sums + self._priors
        # The root of the length keeps probabilities comparable between short and long texts.
        scores /= np.sqrt([[len(data) or 1] for data in encoded])
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        result: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
        return result

    def _sums(self, encoded: Sequence[bytes]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the numbers of the texts that have features, and what their features add up to."""
        import numpy as np

        size = len(self._weights)
        found = self._output[self._states(b"\xff".join(encoded))]
        text = np.repeat(np.arange(len(encoded)), [len(data) + 1 for data in encoded])[: len(found)]
        keys = np.sort((text * size + found)[found >= 0])
        starts, ends = _stretches(keys)
        counts = np.log1p((ends - starts).astype(np.float32))
        owners, features = np.divmod(keys[starts], size)
        edges = _stretches(owners)
        sums = [counts[a:b] @ self._weights[features[a:b]] for a, b in zip(*edges, strict=True)]
        return owners[edges[0]], np.reshape(sums, (len(sums), len(LANGUAGES)))

    def _states(self, data: bytes) -> NDArray[np.uint32]:
        """Return the automaton's state behind every byte."""
        import numpy as np

        padded = np.frombuffer(b"\xff" * (_DEPTH - 1) + data, dtype=np.uint8)
        states = np.zeros(len(data), dtype=np.uint32)
        for offset in range(_DEPTH):
            places = self._row.take(states)
            places += padded[offset : offset + len(data)]
            states = self._next.take(places)
        return states


def _stretches(ordered: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each stretch of equal values begins and ends."""
    import numpy as np

    edges = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    starts = np.concatenate(([0], edges))[: len(ordered)]
    return starts, np.append(edges, len(ordered))[: len(ordered)]
