"""Scripts: letters of each, and which are written without spaces between words."""

from __future__ import annotations

import re

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

DENSE = ("Han", "Kana", "Hangul", "Thai")
"""Scripts in which few letters say much."""

UNSPACED = re.compile(f"[{_HAN}{_KANA}{_HANGUL}\u0e00-\u0e7f\u3000-\u303f\u30fb\u30fc]")
"""A character of a script in which a word may stand against the next one."""

_CODE_LIKE = re.compile(
    r"(?<!\w)--?[A-Za-z][\w-]*|\b[^\W_]*_\w*|<[^<>\n]{1,40}>|(?<![\w.~])[\w~]{0,64}/[\w./-]+"
    r"|(?<![\w.*-])[*\w-]{1,64}(?:\.[A-Za-z]\w*)+|[%$&][A-Z][A-Z_]+\b|^\s*#\s[a-z]+\s.*$",
    re.MULTILINE,
)


def without_code(text: str) -> str:
    """Return the text without options, identifiers, file names and paths, which are the same in all languages."""
    return _CODE_LIKE.sub(" ", text)


def count_letters(text: str) -> dict[str, int]:
    """Return the number of letters per script; scripts without letters are left out."""
    if text.isascii():
        latin = len(LETTERS["Latin"].findall(text))
        return {"Latin": latin} if latin else {}
    counts = {name: len(pattern.findall(text)) for name, pattern in LETTERS.items()}
    return {name: count for name, count in counts.items() if count}


def has_letter(text: str) -> bool:
    """Whether the text has a letter of any script."""
    return any(map(str.isalpha, text))


def weight(counts: dict[str, int]) -> float:
    """Return the number of letters, one of a dense script counting as much as three others."""
    return sum(count * (3 if name in DENSE else 1) for name, count in counts.items())
