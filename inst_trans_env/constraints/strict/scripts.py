"""Scripts: letters of each, and which are written without spaces between words."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3007\U00020000-\U0003ffff"
_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9d"
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc"
_THAI = "\u0e01-\u0e2e\u0e30\u0e32\u0e33\u0e40-\u0e45"

LETTERS = {
    "Han": re.compile(f"[{_HAN}]"),
    "Kana": re.compile(f"[{_KANA}]"),
    "Hangul": re.compile(f"[{_HANGUL}]"),
    "Thai": re.compile(f"[{_THAI}]"),
    "Devanagari": re.compile("[\u0904-\u0939\u0958-\u0961\u0972-\u097f]"),
    "Arabic": re.compile("[\u0620-\u063f\u0641-\u064a\u066e-\u06d3\u06fa-\u06fc\u0750-\u077f\u08a0-\u08c7]"),
    "Cyrillic": re.compile("[\u0400-\u0481\u048a-\u052f]"),
    "Latin": re.compile(
        "[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a]"
    ),
}
"""Letters of each script (marks left out, so that a vowel sign is no letter of its own)."""

_RANGE = re.compile(r"([^\[\]-])(?:-([^\[\]-]))?")
_NAMES = tuple(LETTERS)
_NO_ASCII_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())

DENSE = ("Han", "Kana", "Hangul", "Thai")
"""Scripts in which few letters say much."""

UNSPACED = re.compile(f"[{_HAN}{_KANA}{_HANGUL}\u0e00-\u0e7f\u3000-\u303f\u30fb\u30fc]")
"""A character of a script in which a word may stand against the next one."""

_CODE_LIKE = re.compile(
    r"(?<!\w)--?[A-Za-z][\w-]*|\b[^\W_]*_\w*|<[^<>\n]{1,40}>|(?<![\w.~])[\w~]{0,64}/[\w./-]+"
    r"|(?<![\w.*-])[*\w-]{1,64}(?:\.[A-Za-z]\w*)+|[%$&][A-Z][A-Z_]+\b|^\s*#\s[a-z]+\s.*$",
    re.MULTILINE,
)


# One pattern for each sign: those with a literal head are searched many times as fast as one with choices.
_CODE_SIGNS = {sign: re.compile(re.escape(sign) + "[A-Za-z]") for sign in ".-%$&"}


def without_code(text: str) -> str:
    """Return the text without options, identifiers, file names and paths, which are the same in all languages."""
    return _CODE_LIKE.sub(" ", text) if _may_hold_code(text) else text


def _may_hold_code(text: str) -> bool:
    """Whether the text has anything that each kind of code has (most prose has nothing)."""
    return any(sign in text for sign in "_<#/") or any(
        pattern.search(text) for sign, pattern in _CODE_SIGNS.items() if sign in text
    )


@lru_cache(maxsize=128)
def count_letters(text: str) -> Mapping[str, int]:
    """Return the number of letters per script; scripts without letters are left out.

    The cache serves the checks of one line, one after the other.
    """
    if text.isascii():
        latin = len(text.encode().translate(None, _NO_ASCII_LETTERS))
        return {"Latin": latin} if latin else {}
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    counts = np.bincount(_script_of()[codes], minlength=len(_NAMES) + 1).tolist()
    return {name: count for name, count in zip(_NAMES, counts[1:], strict=True) if count}


@lru_cache(maxsize=1)
def _script_of() -> NDArray[np.uint8]:
    """Return for every code point the place of its script in `_NAMES`, from 1; 0 for what is no letter."""
    import numpy as np

    numbers = np.zeros(sys.maxunicode + 1, dtype=np.uint8)
    for number, pattern in enumerate(LETTERS.values(), 1):
        for first, last in _RANGE.findall(pattern.pattern):
            numbers[ord(first) : ord(last or first) + 1] = number
    return numbers


def has_letter(text: str) -> bool:
    """Whether the text has a letter of any script."""
    return any(map(str.isalpha, text))


def weight(counts: Mapping[str, int]) -> float:
    """Return the number of letters, one of a dense script counting as much as three others."""
    return sum(count * (3 if name in DENSE else 1) for name, count in counts.items())
