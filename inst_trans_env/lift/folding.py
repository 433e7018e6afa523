"""Texts made the same where a reader cannot tell them apart, or where case does not count."""

from __future__ import annotations

import unicodedata

_SAME_TO_A_READER = {
    # Soft hyphen, joiners, zero-width characters, direction marks, variation selectors: nothing is seen of them.
    **dict.fromkeys([0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), 0xFEFF], None),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10)], None),
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0x2018, 0x2019, 0x2BC, 0xFF07], "'"),
    **dict.fromkeys([0x2010, 0x2011], "-"),
}


def alike(text: str) -> str:
    """Return the text with what a reader cannot tell apart made the same: composition, spaces, apostrophes."""
    return text if text.isascii() else unicodedata.normalize("NFC", text.translate(_SAME_TO_A_READER))


def fold(text: str) -> str:
    """Return the text without differences of case and of what a reader cannot tell apart."""
    return text.casefold() if text.isascii() else alike(text.casefold())
