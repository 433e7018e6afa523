"""One spelling for each letter: NFC, full-width and presentation forms folded, invisible signs dropped."""

from __future__ import annotations

import unicodedata

import regex

_COMPATIBLE = regex.compile(r"[\uFB00-\uFDFF\uFE70-\uFEFE\uFF01-\uFFEE\u3371-\u33DF\U0001D400-\U0001D7FF]+")
_INVISIBLE = regex.compile(r"[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFE00-\uFE0F\uFEFF]+")
_PILE = regex.compile(r"(\p{M}{16})\p{M}+")


def fold(text: str) -> str:
    """Return the text with one spelling for each letter.

    Canonically equal texts (NFC, NFD) and full-width, half-width, ligature and mathematical forms give
    the same string; joiners, soft hyphens and variation selectors vanish.
    """
    if text.isascii():
        return text
    # A base letter with more than 16 marks is no writing, and sorting such piles takes quadratic time.
    text = _PILE.sub(r"\1", _INVISIBLE.sub("", text))
    text = _COMPATIBLE.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    return unicodedata.normalize("NFC", text)
