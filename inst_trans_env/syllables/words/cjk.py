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
    "二十歳": "はたち",
    "私": "わたし",
}
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
# 私 alone or before 達 is the word for I; in `私立`, `公私` it is し. Longer numbers keep 歳 as さい (`百二十歳`).
_ALONE = {"私": rf"(?<!{_ANY_HAN.pattern})私(?!(?!達){_ANY_HAN.pattern})", "二十歳": "(?<![百千])二十歳"}
_PHRASE = regex.compile("|".join(_ALONE.get(written, written) for written in _READ_AS))
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


def kana(text: str) -> str:
    """Return the text with its kanji as the kana that `japanese` counts; unknown kanji stay."""
    return " ".join(map(_kana, text.split(" ")))


def _kana(word: str) -> str:
    word = _PHRASE.sub(lambda match: _READ_AS[match[0]], word)
    if not _ANY_HAN.search(word):
        return word
    parts = (word[at : at + _MECAB_CHARS] for at in range(0, len(word), _MECAB_CHARS))
    return "".join(_spelt(node) for part in parts for node in _tagger()(part))


def _spelt(node: Any) -> str:
    return _reading(node).translate(_HIRAGANA) if _ANY_HAN.search(node.surface) else node.surface


def _read(text: str) -> int:
    return sum(_node(node) for node in _tagger()(text))


def _node(node: Any) -> int:
    reading = _reading(node)
    return len(_MORA.findall(reading)) + 2 * len(_ANY_HAN.findall(reading))


def _reading(node: Any) -> str:
    """Return the dictionary's kana for a word, or the word itself where it has none."""
    reading = node.feature.kana if len(node.feature) > 20 else None
    return str(reading if reading and reading != "*" else node.surface)


def _tagger() -> Any:
    # One tagger a thread: MeCab's lattice is not to be shared.
    if not hasattr(_thread, "tagger"):
        import fugashi

        _thread.tagger = fugashi.Tagger()
    return _thread.tagger
