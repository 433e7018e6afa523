"""The syllable counter of the published scorer, oddities included.

Letters outside Han, kana, Arabic and Latin-1 are not counted, so lines in Hangul, Thai, Devanagari or
Cyrillic have no syllables. Source: behaviour of the benchmark's published scorer.
"""

from __future__ import annotations

import re

from inst_trans_env.syllables.published import arabic, japanese, latin, numbers
from inst_trans_env.syllables.published.pieces import ARABIC_LETTERS, Kind, pieces

_CHINESE_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_CHINESE_HAN = re.compile("[\u4e00-\u9fff]")
_ARABIC = re.compile(f"[{ARABIC_LETTERS}]")
_SPLIT = re.compile(r"[\s\-]+")


def count(text: str, lang: str) -> int:
    """Return the syllables (morae for ``ja``) of one line under the published rules.

    Args:
        text: one line of text.
        lang: language code of the line; any code but zh, ja and ar takes the European route.

    Raises:
        OverflowError: a number is too long to be spelled out.
    """
    parts = _join_japanese(list(pieces(text))) if lang == "ja" else list(pieces(text))
    word_lang = lang if lang not in ("zh", "ja", "ar") else "en"
    words = [word for kind, piece in parts if kind is Kind.LATIN for word in piece.split()]
    shouted = lang not in ("zh", "ja", "ar") and latin.is_shouted(words)
    other = sum(_count_piece(kind, piece, lang) for kind, piece in parts if kind is not Kind.LATIN)
    return latin.count_words(words, word_lang, shouted) + other


def _count_piece(kind: Kind, piece: str, lang: str) -> int:
    if kind is Kind.NUMBER:
        return _count_number(piece, lang)
    if kind is Kind.ARABIC:
        return 0 if lang == "ja" else arabic.count_word(piece)
    if kind is Kind.KANA or lang == "ja":
        return japanese.count(piece)
    return len((_CHINESE_HAN if lang == "zh" else _HAN).findall(piece))


def _count_number(piece: str, lang: str) -> int:
    if lang == "ja":
        return japanese.count(piece)
    if lang == "zh":
        return sum(char.isdigit() for char in piece) + (len(_CHINESE_POINT.findall(piece)) == 1)
    words = numbers.spell(piece, lang).replace(",", "")
    if lang == "ar":
        return sum(arabic.count_word(word) for word in words.split() if _ARABIC.search(word))
    return sum(latin.hyphenate(word, lang) for word in _SPLIT.split(words) if word.isalpha())


def _join_japanese(parts: list[tuple[Kind, str]]) -> list[tuple[Kind, str]]:
    """Join neighbouring Han and kana pieces, which a tagger reads together."""
    joined: list[tuple[Kind, str]] = []
    for kind, piece in parts:
        if kind in (Kind.HAN, Kind.KANA) and joined and joined[-1][0] is Kind.HAN:
            joined[-1] = (Kind.HAN, joined[-1][1] + piece)
        else:
            joined.append((Kind.HAN if kind is Kind.KANA else kind, piece))
    return joined
