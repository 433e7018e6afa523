"""Classes of characters that several checks ask for."""

from __future__ import annotations

import re
import unicodedata

HAN = re.compile(
    "[\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Han characters of all blocks, with radicals, 々 and 〇."""

_WIDE = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u33ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00016fe0-\U00018fff\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)


def is_wide(char: str) -> bool:
    """Whether a character belongs to Chinese, Japanese or Korean writing, its punctuation included."""
    return bool(_WIDE.match(char))


def is_punctuation(char: str) -> bool:
    """Whether CommonMark takes a character for punctuation (categories P and S)."""
    return unicodedata.category(char)[0] in "PS"
