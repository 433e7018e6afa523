"""Whether a text is surely not in a language: by its script where that decides, else by identification."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from inst_trans_env.constraints.strict.scripts import LETTERS, count_letters, weight, without_code
from inst_trans_env.text.langid import probabilities, probabilities_of

ENOUGH = 12
"""Letters from which on a language can be told; one of a dense script counts three, so four of them do."""

LEAST = 0.05
"""A text whose language has a smaller probability is in another one."""

SURE = 0.7
"""A single line is rejected only when another language is at least this probable."""

NAMES_ONLY = 40
"""Letters from which on even a text of capitalised words is judged."""

_SCRIPTS = {
    "ar": ("Arabic",),
    "hi": ("Devanagari",),
    "ja": ("Kana", "Han"),
    "ko": ("Hangul",),
    "ru": ("Cyrillic",),
    "th": ("Thai",),
    "zh": ("Han",),
}
WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
_LATIN_WORD = re.compile(f"{LETTERS['Latin'].pattern}(?:{LETTERS['Latin'].pattern}|[\u0300-\u036f])*")
_OTHER_SCRIPT = re.compile(f"(?!{LETTERS['Latin'].pattern}|[\u0300-\u036f])[^\\W\\d_]")
_KANA_SHARE = 0.2
_TITLE = re.compile("《[^》]{1,60}》|『[^』]{1,60}』")
_CHINESE = re.compile("[的了是在我你他她这這那们們吗嗎呢吧也就很说說没沒让讓]")


def wrong_language(text: str, target: str, source: str = "", *, alone: bool = False) -> str:
    """Say why the text is not in the target language; empty when it may be.

    Args:
        text: prose without markup.
        target: language code.
        source: what the text is a translation of; Latin words that it shares with a source of another script
            are names and loans, and in a short text shared words say nothing.
        alone: whether this is a single line of a longer text, for which more certainty is needed.
    """
    return wrong_languages([(text, alone)], target, source)[0]


def wrong_languages(texts: Sequence[tuple[str, bool]], target: str, source: str) -> list[str]:
    """Say what `wrong_language` says of each text with its `alone`, all of them identified at once."""
    own = _SCRIPTS.get(target, ("Latin",))
    reasons = [_by_script(text, target, source, own) for text, _ in texts]
    if own != ("Latin",):
        return [reason or "" for reason in reasons]
    undecided = [index for index, reason in enumerate(reasons) if reason is None]
    found = _identified([texts[index] for index in undecided], target, source)
    identified = dict(zip(undecided, found, strict=True))
    return [identified.get(index) or reason or "" for index, reason in enumerate(reasons)]


def _by_script(text: str, target: str, source: str, own: tuple[str, ...]) -> str | None:
    """Judge by letters: a reason, an empty string for too few of them, or None when they leave it open."""
    counts = count_letters(text)
    if weight(counts) < ENOUGH:
        return ""
    ours = weight({name: count for name, count in counts.items() if name in own})
    theirs = weight({name: count for name, count in counts.items() if name not in own and name != "Latin"})
    if own != ("Latin",):
        theirs += _latin_prose(text, source, bool(ours))
    if theirs > ours:
        return f"most letters are {_main(counts, own)}"
    return _chinese_or_japanese(text, counts, target) if target in ("ja", "zh") else None


def _main(counts: Mapping[str, int], own: tuple[str, ...]) -> str:
    return max((weight({name: count}), name) for name, count in counts.items() if name not in own)[1]


def _latin_prose(text: str, source: str, beside_others: bool) -> float:
    """Return how many Latin letters speak for another language.

    Beside a native text, names and words that the source has as well say little; where the source is in
    another script, its Latin words say nothing.
    """
    shared = words_of(source) if beside_others else frozenset()
    drop = beside_others and names_stand_out(source)
    total = 0.0
    for word in _LATIN_WORD.findall(without_code(text)):
        known = word.casefold() in shared
        if known and drop:
            continue
        weak = beside_others and (known or word[0].isupper())
        both = weak and known and word[0].isupper()
        total += len(LETTERS["Latin"].findall(word)) / (8 if both else 3 if weak else 1)
    return total


def _chinese_or_japanese(text: str, counts: Mapping[str, int], target: str) -> str:
    """Tell Chinese from Japanese: kana decide, else characters that only one of them writes."""
    kana, han = counts.get("Kana", 0), counts.get("Han", 0)
    if target == "zh":
        kana -= len(LETTERS["Kana"].findall("".join(_TITLE.findall(text))))
        return "kana are Japanese" if kana >= 3 and kana > _KANA_SHARE * (kana + han) else ""
    foreign = (
        [char for char in LETTERS["Han"].findall(text) if not _is_japanese(char)] if kana < 0.1 * han else []
    )
    if len(foreign) > kana:
        return f"{foreign[0]} is not written in Japanese, and there are hardly any kana"
    if kana:
        return ""
    particles = len(_CHINESE.findall(text))
    if particles >= max(2, 0.08 * han):
        return "there are no kana, but Chinese particles"
    return "there are no kana in a long text" if han >= 40 and probabilities(text)["ja"] < LEAST else ""


def _is_japanese(char: str) -> bool:
    """Whether a character is in JIS X 0208 and its usual extensions."""
    try:
        char.encode("cp932")
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=256)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a text; cached, because every line of a batch asks for those of its source."""
    return frozenset(word.casefold() for word in WORD.findall(text))


@lru_cache(maxsize=256)
def names_stand_out(source: str) -> bool:
    """Whether Latin words of the source are names and loans, because its own script is another."""
    counts = count_letters(source)
    return weight(counts) > 2 * counts.get("Latin", 0)


def _identified(texts: Sequence[tuple[str, bool]], target: str, source: str) -> list[str]:
    """Ask the identifier, with and without the words that may be names."""
    latin = [(without_code(_without_other_scripts(text)), alone) for text, alone in texts]
    asked = list(dict.fromkeys(text for text, _ in latin if _letters(text) >= ENOUGH))
    found = dict(zip(asked, probabilities_of(asked), strict=True))
    reasons = []
    for text, alone in latin:
        other = _other(found[text], target, alone) if text in found else ""
        reasons.append(other and _without_names(text, other, target, source, alone))
    return reasons


def _without_names(latin: str, other: str, target: str, source: str, alone: bool) -> str:
    """Return what still speaks for another language when words that may be names are left out."""
    short = _letters(latin) < NAMES_ONLY
    words = _plain_words(latin, source if names_stand_out(source) or short else "")
    if _letters(words) >= ENOUGH:
        return _other(probabilities(words), target, alone)
    return "" if short else other


def _without_other_scripts(text: str) -> str:
    """Return the text with a blank for each letter that is not Latin."""
    if text.isascii():
        return text
    others = {ord(char): " " for char in set(text) if not char.isascii() and _OTHER_SCRIPT.match(char)}
    return text.translate(others) if others else text


def _letters(text: str) -> int:
    return count_letters(text).get("Latin", 0)


def _other(found: Mapping[str, float], target: str, alone: bool) -> str:
    """Return a reason when the identifier all but excludes the target language."""
    if found[target] >= LEAST:
        return ""
    best = max(found, key=lambda lang: found[lang])
    return "" if alone and found[best] < SURE else f"it reads as {best}"


def _plain_words(text: str, names: str) -> str:
    """Return the text without capitalised words inside sentences and without words of the source."""
    if text.isupper():
        return text
    known = words_of(names)
    kept = (
        match[0]
        for match in WORD.finditer(text)
        if match[0].casefold() not in known
        and (match[0][0].islower() or _begins_sentence(text, match.start()))
    )
    return " ".join(kept)


def _begins_sentence(text: str, at: int) -> bool:
    before = text[max(0, at - 8) : at].rstrip(" \t\"“”„«»‹›‘'([-–—¿¡￼")
    return not before or before[-1] in ".!?…:;\n"
