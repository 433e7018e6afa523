"""Whether a text is in a language: the model of py3langid, limited to languages that it tells apart."""

from __future__ import annotations

import threading
from collections import Counter
from functools import lru_cache
from typing import Any

from inst_trans_env.text.patterns import compile_pattern, matches_whole

_POOLS = ({"id", "ms"}, {"no", "nn", "nb"}, {"sr", "hr", "bs"}, {"zh", "yue", "wuu"})
_OTHER_CODES = {"fil": "tl", "nb": "no", "iw": "he", "in": "id"}
_CODES = (
    "af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka "
    "kk km kn ko lo lt lv mk ml mn mr ms my ne nl nn no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th "
    "tl tr uk ur uz vi wuu yue zh"
).split()
LANGUAGES = frozenset(_CODES) - {"wuu"} | set(_OTHER_CODES)
"""Primary subtags that may be asked for."""

_SCRIPTS = {"latn": "Latin", "cyrl": "Cyrillic", "arab": "Arabic", "deva": "Devanagari", "grek": "Greek"}
_HAN = {"hans", "hant"}
_MAX_CHARS = 20_000
_LOCK = threading.Lock()


def is_language(text: str, tag: str) -> tuple[bool, str]:
    """Tell whether a text is in the language of a BCP-47 tag, and what it seems to be in words.

    The language must rank first; those that cannot be told apart (Indonesian and Malay, the written forms
    of Serbo-Croatian, of Norwegian, of Chinese) count as one. A text without letters is in none.
    """
    if not any(map(str.isalpha, text)):
        return False, "there are no letters to tell a language by"
    primary, *subtags = tag.lower().split("-")
    wanted = _pool(_OTHER_CODES.get(primary, primary))
    best = max(_pooled(text).items(), key=lambda pair: pair[1])[0]
    if best != wanted:
        return False, f"it seems to be {'/'.join(sorted(best))}, wanted {tag}"
    for subtag in subtags:
        if not _in_script(text, subtag):
            return False, f"it is not in the script {subtag}"
    return True, f"it is in {tag}"


def _pooled(text: str) -> dict[frozenset[str], float]:
    totals: dict[frozenset[str], float] = {}
    for code, probability in _identifier().rank(_sample(text)):
        pool = _pool(code)
        totals[pool] = totals.get(pool, 0.0) + float(probability)
    return totals


def _pool(code: str) -> frozenset[str]:
    return next((frozenset(pool) for pool in _POOLS if code in pool), frozenset({code}))


def _in_script(text: str, subtag: str) -> bool:
    if subtag in _HAN:
        simplified, traditional = _only(text, "gb2312", "big5"), _only(text, "big5", "gb2312")
        return simplified >= traditional if subtag == "hans" else traditional >= simplified
    if subtag not in _SCRIPTS:
        return True
    letters = Counter(filter(str.isalpha, text))
    pattern = compile_pattern(rf"\p{{{_SCRIPTS[subtag]}}}")
    inside = sum(count for letter, count in letters.items() if matches_whole(pattern, letter))
    return inside * 2 > letters.total()


def _only(text: str, charset: str, other: str) -> int:
    """Count characters of one Chinese character set that the other lacks."""
    inside = text.encode(charset, "ignore").decode(charset)
    return len(inside) - len(inside.encode(other, "ignore").decode(other))


def _sample(text: str) -> str:
    """Cut a long text to parts of its beginning, middle and end, and long runs of combining marks."""
    if len(text) > _MAX_CHARS:
        part, middle = _MAX_CHARS // 3, len(text) // 2
        text = f"{text[:part]}\n{text[middle - part // 2 : middle + part // 2]}\n{text[-part:]}"
    return str(compile_pattern(r"(\p{M}{4})\p{M}+").sub(r"\1", text))


def _identifier() -> Any:
    with _LOCK:
        return _load()


@lru_cache(maxsize=1)
def _load() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_CODES)
    return identifier
