"""Texts made the same where a reader cannot tell them apart, or where case does not count."""

from __future__ import annotations

import unicodedata

_SAME_TO_A_READER = {
    # Soft hyphen, joiners, zero-width characters, direction marks, variation selectors: nothing is seen of them.
    **dict.fromkeys([0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), 0xFEFF], None),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10)], None),
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0x2018, 0x2019, 0x2BC], "'"),
    **dict.fromkeys([0x2010, 0x2011], "-"),
}
_WIDTHS = {
    code: int(unicodedata.decomposition(chr(code)).split()[1], 16)
    for code in range(0xFF01, 0xFFEF)
    if unicodedata.decomposition(chr(code)).startswith(("<wide>", "<narrow>"))
}
"""Full-width and half-width forms, to the letters and signs whose forms they are; no other compatibility form."""


def alike(text: str) -> str:
    """Return the text with what reads the same made the same: composition, width, spaces, apostrophes."""
    if text.isascii():
        return text
    # Widths first: what they become may be an apostrophe or a filler that shows nothing.
    return unicodedata.normalize("NFC", text.translate(_WIDTHS).translate(_SAME_TO_A_READER))


def fold(text: str) -> str:
    """Return the text without differences of case and of what a reader cannot tell apart."""
    return alike(text.casefold())
