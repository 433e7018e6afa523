"""Web and mail addresses, handles and hashtags as they are said."""

from __future__ import annotations

import regex

from inst_trans_env.syllables.normalise.letters import acronym, spell
from inst_trans_env.syllables.normalise.lexicon import Lexicon, lexicon
from inst_trans_env.syllables.normalise.numbers import LONGEST, cardinal, digits
from inst_trans_env.syllables.normalise.shapes import ascii_digits
from inst_trans_env.syllables.normalise.spoken import plain

_SCHEME = regex.compile(r"(?:https?|ftp)://")
_PART = regex.compile(r"\p{Nd}+|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|[^\s]", flags=regex.V1)
_TRAILING = ".,;:!?)]}'\"»”…"
_VOWEL = regex.compile(r"[aeiouyà-öø-ÿ]|[^\p{Latin}]", regex.I)


def read(text: str, lang: str) -> str:
    """Return the reading of an address: its words, `www` and other vowelless parts by letters, its signs by name.

    The scheme (`https://`) and a last slash are not said.
    """
    table = lexicon(lang)
    body = _SCHEME.sub("", text, count=1).rstrip(_TRAILING).rstrip("/")
    words = [_part(part, lang, table) for part in _PART.findall(body)]
    return " ".join(filter(None, words))


def _part(part: str, lang: str, table: Lexicon) -> str:
    if part in table.web:
        return table.web[part]
    if part[0].isdecimal():
        number = ascii_digits(part)
        return (
            digits(number, lang) if len(number) > LONGEST or number[0] == "0" else cardinal(int(number), lang)
        )
    known = table.web.get(part.lower()) or table.names.get(part.casefold())
    if known:
        return known
    if not part.isalpha():
        return "" if len(part) == 1 and not part.isalnum() else plain(part)
    if part.isupper() and len(part) > 1:
        return acronym(part, lang)
    return plain(part) if _VOWEL.search(part) and len(part) > 1 else _spelt(part, lang)


def _spelt(part: str, lang: str) -> str:
    return spell(part, lang) if len(part) <= 8 else plain(part)
