"""Plural categories of the target languages.

Source: Unicode CLDR 45, supplemental data `plurals` and `ordinals`.
"""

from __future__ import annotations

_CARDINAL = {
    **dict.fromkeys("zh ja ko th vi id ms".split(), "other"),
    **dict.fromkeys("en de nl sv tr hi fil".split(), "one other"),
    **dict.fromkeys("fr es it pt".split(), "one many other"),
    **dict.fromkeys("ru pl".split(), "one few many other"),
    "ro": "one few other",
    "ar": "zero one two few many other",
}
_ORDINAL = {
    "en": "one two few other",
    "fr": "one other",
    "it": "many other",
    "hi": "one two few many other",
    **dict.fromkeys("sv vi ro ms fil".split(), "one other"),
}

OPTIONAL = {lang: frozenset(("many",)) for lang in ("fr", "es", "it", "pt")}
"""Categories that only round millions have (since CLDR 38): most messages do without."""

SINGULAR_ONE = frozenset("en de nl sv es it tr pl ro".split())
"""Languages whose cardinal category `one` is the number 1 alone, so that ``=1`` stands for it."""


def categories(lang: str, kind: str = "plural") -> frozenset[str]:
    """Return the categories of a language for ``plural`` or ``selectordinal``; ``other`` for unknown ones."""
    table = _CARDINAL if kind == "plural" else _ORDINAL
    return frozenset(table.get(lang, "other").split())
