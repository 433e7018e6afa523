"""The languages that can be counted, and how codes resolve to them."""

from __future__ import annotations

import re
from functools import lru_cache

from inst_trans_env.errors import UserError

LANGUAGES: tuple[str, ...] = (
    "ar", "de", "en", "es", "fil", "fr", "hi", "id", "it", "ja", "ko",
    "ms", "nl", "pl", "pt", "ro", "ru", "sv", "th", "tr", "vi", "zh",
)  # fmt: skip
"""Codes that `count` and `explain` take, sorted."""

_ALIASES = {
    "tl": "fil",
    "tgl": "fil",
    "in": "id",
    "may": "ms",
    "msa": "ms",
    "zsm": "ms",
    "cmn": "zh",
    "mo": "ro",
}


@lru_cache(maxsize=256)
def resolve(lang: str) -> str:
    """Return the code in `LANGUAGES` that a code stands for: `pt-BR`, `zh_Hant`, `fil-PH`, `tl`.

    Only the first subtag decides. An unknown code raises `UserError` that lists the known ones.
    """
    first = re.split(r"[-_]", lang.strip().lower(), maxsplit=1)[0]
    code = _ALIASES.get(first, first)
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UserError(
            f"syllables: unknown language {lang!r}: use one of {known}, or a regional code such as pt-BR"
        )
    return code
