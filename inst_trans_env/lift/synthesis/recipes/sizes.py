"""Constraints on how long and how even a text is."""

from __future__ import annotations

import math

from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.synthesis.draft import Site
from inst_trans_env.lift.synthesis.recipes.base import (
    TEXTS,
    WIDE,
    Args,
    Measure,
    Recipe,
    around,
    exactly,
    near,
)
from inst_trans_env.text.segment import graphemes


def _word_count(site: Site) -> Measure | None:
    return lambda scope: around(site.rng, len(scope.words))


def _sentence_count(site: Site) -> Measure | None:
    return lambda scope: near(site.rng, len(scope.sentences)) if scope.sentences else None


def _sentences_of_each(site: Site) -> Measure | None:
    if len(site.paragraphs) < 2:
        return None

    def measure(scope: Scope) -> Args | None:
        counts = [len(part.sentences) for part in scope.units("paragraph")]
        return (
            {"each": "paragraph", "lower_bound": min(counts), "upper_bound": max(counts)} if counts else None
        )

    return measure


def _words_of_each(site: Site) -> Measure | None:
    if len(site.paragraphs) < 2:
        return None

    def measure(scope: Scope) -> Args | None:
        least = min((len(part.words) for part in scope.units("paragraph")), default=0)
        return {"each": "paragraph", "lower_bound": least // 5 * 5} if least >= 10 else None

    return measure


def _words_per_sentence(site: Site) -> Measure | None:
    def measure(scope: Scope) -> Args | None:
        most = max((len(part.words) for part in scope.units("sentence")), default=0)
        return {"each": "sentence", "upper_bound": math.ceil(most / 5) * 5} if most else None

    return measure


def _character_count(site: Site) -> Measure | None:
    return lambda scope: around(site.rng, len(graphemes(scope.text)), 50)


def _unique_word_count(site: Site) -> Measure | None:
    return lambda scope: {"lower_bound": len({word.casefold() for word in scope.words}) // 10 * 10 or 1}


def _paragraph_count(site: Site) -> Measure | None:
    return lambda scope: exactly(len(scope.paragraphs)) if scope.paragraphs else None


RECIPES = (
    Recipe("word_count", TEXTS, _word_count, 2.0),
    Recipe("sentence_count", TEXTS, _sentence_count, 1.5),
    Recipe("sentence_count", WIDE, _sentences_of_each),
    Recipe("word_count", WIDE, _words_of_each),
    Recipe("word_count", TEXTS, _words_per_sentence),
    Recipe("character_count", ("paragraph", "quote"), _character_count, 0.7),
    Recipe("unique_word_count", WIDE, _unique_word_count, 0.7),
    Recipe("paragraph_count", ("document",), _paragraph_count),
)
