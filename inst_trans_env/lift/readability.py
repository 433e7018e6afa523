"""Readability formulas, each with the languages that it is defined for.

Sources: Flesch 1948; Kincaid et al. 1975; Amstad 1978 (German); Fernández Huerta 1959 (Spanish); Kandel and
Moles 1958 (French); Lucisano and Piemontese 1988 (Gulpease, Italian); Björnsson 1968 (LIX).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

LEAST_WORDS = 10
"""Fewer words say nothing about a text."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of words and the number of sentences, and the languages it is for."""

    languages: tuple[str, ...]
    value: Callable[[list[str], int], float]


def _flesch(language: str, base: float, per_sentence: float, per_word: float) -> Formula:
    def value(words: list[str], sentences: int) -> float:
        return (
            base - per_sentence * len(words) / sentences - per_word * _syllables(words, language) / len(words)
        )

    return Formula((language,), value)


def _syllables(words: list[str], language: str) -> int:
    from inst_trans_env.syllables import count

    return sum(max(count(word, language), 1) * times for word, times in Counter(words).items())


def _flesch_kincaid(words: list[str], sentences: int) -> float:
    return 0.39 * len(words) / sentences + 11.8 * _syllables(words, "en") / len(words) - 15.59


def _gulpease(words: list[str], sentences: int) -> float:
    letters = sum(sum(map(str.isalnum, word)) for word in words)
    return 89 + (300 * sentences - 10 * letters) / len(words)


def _lix(words: list[str], sentences: int) -> float:
    return len(words) / sentences + 100 * sum(len(word) > 6 for word in words) / len(words)


FORMULAS: dict[str, Formula] = {
    "flesch": _flesch("en", 206.835, 1.015, 84.6),
    "flesch_kincaid": Formula(("en",), _flesch_kincaid),
    "flesch_amstad": _flesch("de", 180.0, 1.0, 58.5),
    "fernandez_huerta": _flesch("es", 206.84, 1.02, 60.0),
    "kandel_moles": _flesch("fr", 207.0, 1.015, 73.6),
    "gulpease": Formula(("it",), _gulpease),
    "lix": Formula(("sv", "da", "no", "nb", "nn", "de", "en", "fr", "fi", "nl"), _lix),
}
"""Name -> formula."""
