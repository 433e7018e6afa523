"""Pairs of English text and approved translation from message catalogues and translated manuals."""

from __future__ import annotations

import gettext
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LOCALES = {
    "zh": ("zh_CN", "zh-CN"),
    "ja": ("ja", "ja_JP", "ja-JP"),
    "ko": ("ko", "ko_KR", "ko-KR"),
    "de": ("de", "de_DE", "de-DE"),
    "fr": ("fr", "fr_FR", "fr-FR"),
    "es": ("es", "es_ES", "es-ES"),
    "it": ("it", "it_IT", "it-IT"),
    "pt": ("pt", "pt_BR", "pt_PT", "pt-BR"),
    "ru": ("ru", "ru_RU", "ru-RU"),
    "ar": ("ar", "ar-MA"),
    "th": ("th", "th_TH"),
    "vi": ("vi", "vi_VN", "vi-VN"),
    "id": ("id", "id_ID", "id-ID"),
    "ms": ("ms", "ms_MY"),
    "fil": ("fil", "tl"),
    "hi": ("hi", "hi_IN"),
    "tr": ("tr", "tr_TR", "tr-TR"),
    "pl": ("pl", "pl_PL", "pl-PL"),
    "nl": ("nl", "nl_NL", "nl-NL"),
    "sv": ("sv", "sv_SE", "sv-SE"),
    "ro": ("ro", "ro_RO", "ro-RO"),
}
"""Target language -> names of its locales. English is the source."""

_LANG = {name: lang for lang, names in LOCALES.items() for name in names}
_MO_NAME = re.compile(r"(?:^|[-_/])([a-z]{2,3}(?:_[A-Z]{2})?)\.mo$")
STRUCTURE = re.compile(r"[%{<$`*\n\[]|&\w+;|://|^\s*(?:#|[-+>] |\d+\. )", re.MULTILINE)
_NUMBERED_ID = re.compile(r"\bidm\d+")
_BLOCK = re.compile(r"<(p|title|h[1-6]|li|td|para|screen|desc)\b[^>]*>(?:(?!<\1\b).)*?</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Pair:
    """One approved translation."""

    origin: str
    lang: str
    source: str
    target: str


def catalogue_pairs(roots: list[Path], langs: set[str]) -> Iterator[Pair]:
    """Yield the pairs of all `.mo` catalogues below the roots; plural messages only in their last form."""
    for root in roots:
        for path in sorted(root.rglob("*.mo")):
            lang = _language(path)
            if lang in langs:
                yield from _read_mo(path, lang)


def _language(path: Path) -> str:
    for part in path.parts[-4:-1]:
        if part in _LANG:
            return _LANG[part]
    match = _MO_NAME.search(path.name)
    return _LANG.get(match[1], "") if match else ""


def _read_mo(path: Path, lang: str) -> Iterator[Pair]:
    try:
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    except (OSError, ValueError, UnicodeDecodeError, LookupError):
        return
    for key, target in catalogue.items():
        if isinstance(key, str) and key and isinstance(target, str) and target:
            source = key.rsplit("\x04", 1)[-1]
            if STRUCTURE.search(source):
                yield Pair(path.stem, lang, source, target)


def manual_pairs(roots: list[Path], langs: set[str]) -> Iterator[Pair]:
    """Yield paragraphs of translated manuals (HTML, Mallard, DocBook) whose files have equally many of them."""
    for root in roots:
        for suffix in ("*.page", "*.html", "*.docbook"):
            for path in sorted(root.rglob(suffix)):
                yield from _translations(path, langs)


def _translations(path: Path, langs: set[str]) -> Iterator[Pair]:
    for index, part in enumerate(path.parts):
        if part not in ("C", "en", "en-US"):
            continue
        for lang in langs:
            for locale in LOCALES[lang]:
                other = Path(*path.parts[:index], locale, *path.parts[index + 1 :])
                if other.is_file():
                    yield from _paragraphs(path, other, lang)


def _paragraphs(path: Path, other: Path, lang: str) -> Iterator[Pair]:
    try:
        left, right = path.read_text("utf-8"), other.read_text("utf-8")
    except UnicodeDecodeError:
        return
    ours = [match[0] for match in _BLOCK.finditer(left)]
    theirs = [match[0] for match in _BLOCK.finditer(right)]
    if len(ours) == len(theirs):
        for source, target in zip(ours, theirs, strict=True):
            if source != target and "<" in source[1:-4] and not _NUMBERED_ID.search(source + target):
                yield Pair(path.stem, lang, source, target)


def sample(pairs: Iterator[Pair], per_lang: int, seed: int) -> list[Pair]:
    """Return up to `per_lang` distinct pairs a language, drawn with a fixed seed."""
    by_lang: dict[str, dict[tuple[str, str], Pair]] = {}
    for pair in pairs:
        by_lang.setdefault(pair.lang, {}).setdefault((pair.source, pair.target), pair)
    chosen: list[Pair] = []
    for lang in sorted(by_lang):
        candidates = list(by_lang[lang].values())
        random.Random(f"{seed}-{lang}").shuffle(candidates)
        chosen += candidates[:per_lang]
    return chosen
