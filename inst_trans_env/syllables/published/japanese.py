"""Morae of Japanese, as the published counter has them: readings from a dictionary tagger."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Any

from inst_trans_env.text.segment import clean

_KANA = re.compile("[\u3040-\u30ff]")
_SMALL = "ゃゅょャュョ"
MAX_CACHED = 64
"""Longest text that is remembered."""

_STRETCH = 1000
"""Characters tagged together at most: the tagger takes time quadratic in a run of katakana."""

_local = threading.local()


def count(text: str) -> int:
    """Return the morae of a run of Han, kana or digits."""
    return (_count_cached if len(text) <= MAX_CACHED else _count)(text)


def _count(text: str) -> int:
    parts = (text[at : at + _STRETCH] for at in range(0, len(text), _STRETCH))
    return sum(_morae(_reading(node)) for part in parts for node in _tagger()(clean(part)))


_count_cached = lru_cache(maxsize=1 << 15)(_count)


def _tagger() -> Any:
    # A tagger is not safe to share between threads.
    if not hasattr(_local, "tagger"):
        from fugashi import Tagger

        _local.tagger = Tagger()
    return _local.tagger


def _reading(node: Any) -> str:
    """Return a token's kana reading, else its base pronunciation, else its surface."""
    feature = node.feature
    return str(getattr(feature, "kana", None) or getattr(feature, "pronBase", None) or node.surface)


def _morae(reading: str) -> int:
    kana = _KANA.findall(reading)
    if not kana:
        return len(reading)
    # A kana followed by a small ya, yu or yo is one mora with it.
    return len(kana) - sum(char in _SMALL for char in kana[1:])
