"""Arabic in pause, with and without vowel marks."""

from __future__ import annotations

import re

_WEAK = "اوىيةءأإآؤئ"
_AFFIXES = _WEAK + "تمنسلبكفه"
_LETTERS = "".join(chr(code) for code in range(0x0620, 0x064B)) + "ٱپچڤگی"
CLASSES: tuple[dict[int, str], ...] = tuple(
    {ord(letter): "C" for letter in _LETTERS if letter not in kept} for kept in (_WEAK, _AFFIXES)
)
"""Letter classes for the weights: roots become C, so that word patterns (`mafʿūl`, `tafʿīl`) show."""

_CONSONANT = "[^اىةيو]"
_ROOT = "[^اوىيةءأإآؤئ]"
_SHAPES = tuple(
    (re.compile(shape.replace("c", _CONSONANT).replace("r", _ROOT)), syllables)
    for shape, syllables in (
        # Verbs are cited in the past, whose last vowel is heard: istafʿala, istafāla; iftaʿala, infaʿala; iftāla.
        ("استccc|استcاc", 4),
        ("ا(?!ل)cccc", 4),
        ("ا(?!ل)ccاc", 3),
        # tafaʿʿala, tafāʿala, tafaʿlala; zalzala.
        ("تccc|ت[^اىة]اcc|تcوc", 4),
        ("تrrrr", 4),
        (r"([^اىوي])([^اىوي])\1\2", 3),
        # mufāʿil, mutafaʿʿil, mustafʿil.
        ("م[^اىة]اrr", 3),
        ("متccc", 4),
        ("مستccc", 3),
        # faʿlūl, tafʿīl; faʿalāt.
        ("rrr[وي]r", 2),
        ("rrrات", 3),
    )
)
"""Shapes of bare words that nearly always have one reading."""

_ARTICLES = ("ال", "وال", "بال", "فال", "كال", "لل")
_SPELLING = str.maketrans({"ـ": None, "ک": "ك", "ی": "ي", "ٱ": "ا"})
_MARKS = re.compile("[\u064b-\u0652\u0670]")
_SHORT = re.compile("[\u064b-\u0650\u0670]")
_FINAL = re.compile("[\u064c-\u0650]+$")
_LONG_ALIF = re.compile("(?<=[\u0621-\u063a\u0641-\u064a])(?<![اآٱ])[اى]")
_HEAVY_YA = re.compile("(?<=[^اوىيةأإآ])ي(?=ات?$)")
_LONG_OTHER = re.compile("(?<=[\u0621\u0628-\u063a\u0641-\u0647])[وي](?![\u064b-\u0652])")


def spelt(word: str) -> str:
    """Return the word without tatweel and with the Persian letters that Arabic keyboards mix in."""
    return word.translate(_SPELLING)


def bare(word: str) -> str:
    """Return the word without vowel marks."""
    return _MARKS.sub("", word)


def marked(word: str) -> int | None:
    """Return the syllables of a word whose vowels are marked; None when too few marks stand to tell."""
    if len(_MARKS.findall(word)) * 2 < len(bare(word)) - 1:
        return None
    return max(1, marked_syllables(word))


def marked_syllables(word: str) -> int:
    """Return the syllables of a word with vowel marks, in pause.

    A vowel mark is a syllable, as is a long vowel without one; a final short vowel and -un, -in are silent.
    """
    word = _FINAL.sub("", word.replace("\u0651", ""))
    syllables = len(_SHORT.findall(word)) + word.count("آ")
    syllables += len(_LONG_ALIF.findall(word)) + len(_LONG_OTHER.findall(word))
    unwritten = word[:1] == "ا" and not _SHORT.match(word[1:2])
    return syllables + unwritten


def by_shape(word: str) -> int | None:
    """Return the syllables of a word without marks whose shape tells them; None for other words."""
    return next((syllables for shape, syllables in _SHAPES if shape.fullmatch(word)), None)


def propose(word: str) -> tuple[list[int], set[int]]:
    """Return the sites (every letter) of a word without marks and where a rough rule sees a vowel."""
    last = len(word) - 1
    starts = {at for at, letter in enumerate(word) if letter in "اىآة" or _long(word, at)}
    for at in range(last):
        if at not in starts and at + 1 not in starts and at - 1 not in starts:
            starts.add(at)
    # -iyā of countries (`būlīviyā`), -iyyan of adverbs, -iyyāt of plurals.
    if len(word) > 4 and (heavy := _HEAVY_YA.search(word)):
        starts = starts - {heavy.start() - 1} | {heavy.start()}
    # A noun with the article has no vowel after its last letter in pause; without it, it may be a verb.
    closed = len(word) > 4 and word.startswith(_ARTICLES) and last not in starts
    return list(range(last if closed else last + 1)), starts


def _long(word: str, at: int) -> bool:
    """Say whether a waw or ya is a vowel: not first, not after alif, not before another vowel letter."""
    return (
        word[at] in "وي"
        and at > 0
        and word[at - 1] not in "اى"
        and word[at + 1 : at + 2] not in tuple("اىةوي")
    )
