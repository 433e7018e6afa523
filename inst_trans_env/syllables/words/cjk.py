"""Characters that are one syllable each (Han, Hangul), kana as morae, and Japanese read by a dictionary."""

from __future__ import annotations

import threading
from typing import Any

import regex

_SMALL = "ゃゅょぁぃぅぇぉゎャュョァィゥェォヮㇰ-ㇿ"
_HAN = r"\p{Han}々〆〇"
_MORA = regex.compile(rf"[\p{{Hiragana}}\p{{Katakana}}ー--{_SMALL}]", regex.V1)
_BLOCK = regex.compile(rf"[{_HAN}\p{{Hangul}}\p{{Hiragana}}\p{{Katakana}}ー--{_SMALL}]", regex.V1)
_ANY_HAN = regex.compile(f"[{_HAN}]")
# Readings that the dictionary gives rarely or for numerals standing alone.
_READ_AS = {
    "四月": "しがつ",
    "七月": "しちがつ",
    "九月": "くがつ",
    "四日": "よっか",
    "四時": "よじ",
    "七時": "しちじ",
    "九時": "くじ",
    "四人": "よにん",
    "四年": "よねん",
    "四畳": "よじょう",
    "日本": "にほん",
    "気に入": "きにい",
}
_PHRASE = regex.compile("|".join(_READ_AS))
_MECAB_CHARS = 1000
_thread = threading.local()


def blocks(word: str) -> int:
    """Return one for each Han character and Hangul block, and the morae of kana."""
    return len(_BLOCK.findall(word))


def japanese(word: str) -> int:
    """Return the morae of a stretch of kanji and kana, read by UniDic; unknown kanji are two morae."""
    word = _PHRASE.sub(lambda match: _READ_AS[match[0]], word)
    if not _ANY_HAN.search(word):
        return len(_MORA.findall(word))
    return sum(_read(word[at : at + _MECAB_CHARS]) for at in range(0, len(word), _MECAB_CHARS))


def _read(text: str) -> int:
    return sum(_node(node) for node in _tagger()(text))


def _node(node: Any) -> int:
    kana = node.feature.kana if len(node.feature) > 20 else None
    if kana and kana != "*":
        return len(_MORA.findall(kana))
    return len(_MORA.findall(node.surface)) + 2 * len(_ANY_HAN.findall(node.surface))


def _tagger() -> Any:
    # One tagger a thread: MeCab's lattice is not to be shared.
    if not hasattr(_thread, "tagger"):
        import fugashi

        _thread.tagger = fugashi.Tagger()
    return _thread.tagger
