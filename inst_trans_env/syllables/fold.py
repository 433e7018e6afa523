"""One spelling for each letter: NFC, full-width and presentation forms folded, invisible signs dropped."""

from __future__ import annotations

import unicodedata

import regex

_COMPATIBLE = regex.compile(r"[\uFB00-\uFDFF\uFE70-\uFEFE\uFF01-\uFFEE\u3371-\u33DF\U0001D400-\U0001D7FF]+")
_INVISIBLE = regex.compile(r"[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFE00-\uFE0F\uFEFF]+")
_NEXT = r"[[\p{L}\p{Nd}]--ʼ]"
_APOSTROPHE = regex.compile(rf"ʼ(?={_NEXT})|(?<={_NEXT})ʼ", flags=regex.V1)
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
    text = _COMPATIBLE.sub(_compatible, text)
    # The letter apostrophe is an apostrophe beside letters and digits (`ʼt`, `ʼ60s`); alone it is a letter.
    return str(_APOSTROPHE.sub("’", unicodedata.normalize("NFC", text)))


def _compatible(match: regex.Match[str]) -> str:
    """Return the plain form; letters whose plain form is only a mark (`ﾞ`, `ﹰ`) stay, so that they are heard."""
    plain = unicodedata.normalize("NFKC", match[0])
    return plain if any(map(str.isalnum, plain)) or not any(map(str.isalnum, match[0])) else match[0]
