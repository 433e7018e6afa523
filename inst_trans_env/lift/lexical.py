"""Find terms in text: whole words where a script has spaces between words, substrings where it has none."""

from __future__ import annotations

import unicodedata

from inst_trans_env.lift.scope import alike, fold

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x30FF),  # CJK radicals and punctuation, kana
    (0x31F0, 0x9FFF),  # kana extensions, Han
    (0xA980, 0xA9DF),  # Javanese
    (0xF900, 0xFAFF),  # Han compatibility
    (0xFF66, 0xFF9F),  # half-width kana
    (0x20000, 0x3FFFF),  # Han extensions
)


def count_term(
    text: str, term: str, *, case_sensitive: bool = False, whole: bool = True, limit: int = -1
) -> int:
    """Count the occurrences of a term that do not overlap.

    Args:
        text: where to look; through `scope.fold`, or `scope.alike` when `case_sensitive`.
        term: what to look for, of one or more words.
        case_sensitive: whether case counts.
        whole: whether a term that begins or ends inside a word does not count.
        limit: stop at this count.
    """
    needle = alike(term) if case_sensitive else fold(term)
    count, start = 0, text.find(needle)
    while start >= 0 and count != limit:
        end = start + len(needle)
        hit = _is_whole(text, start, end) if whole else not _is_mark(text, end)
        count += hit
        start = text.find(needle, end if hit else start + 1)
    return count


def _is_whole(text: str, start: int, end: int) -> bool:
    before = start > 0 and _joins(text[start - 1], text[start])
    return not before and not _continues(text, end)


def _continues(text: str, end: int) -> bool:
    """Whether the word goes on at `end`. Korean particles may follow a word directly."""
    if end >= len(text):
        return False
    if _is_mark(text, end):
        return True
    return _joins(text[end - 1], text[end]) and not "가" <= text[end - 1] <= "힣"


def _joins(left: str, right: str) -> bool:
    """Whether two neighbours stand in one word, in a script with spaces."""
    return _is_word(left) and _is_word(right) and not _is_unspaced(left) and not _is_unspaced(right)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_" or unicodedata.category(char)[0] == "M"


def _is_mark(text: str, index: int) -> bool:
    return index < len(text) and unicodedata.category(text[index])[0] == "M"


def _is_unspaced(char: str) -> bool:
    code = ord(char)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _UNSPACED)


def starts_with(text: str, phrase: str) -> bool:
    """Whether a text begins with a phrase that does not end inside a word."""
    return text.startswith(phrase) and not _continues(text, len(phrase))


def ends_with(text: str, phrase: str) -> bool:
    """Whether a text ends with a phrase that does not begin inside a word."""
    start = len(text) - len(phrase)
    return text.endswith(phrase) and _is_whole(text, start, len(text))
