"""The nuclei of a prepared word: proposed by rule and, where a language has learned weights, corrected."""

from __future__ import annotations

from functools import cache

from inst_trans_env.syllables.words import latin
from inst_trans_env.syllables.words.models import MODELS
from inst_trans_env.syllables.words.weights import Weights

_LONGEST = 60
"""A longer run of letters is no word of any language here; its parts are scored one by one, in linear time."""


def nuclei(word: str, lang: str) -> int:
    """Return how many syllable nuclei a prepared word has; 0 when no letter of it can be one."""
    return sum(_score(word[at : at + _LONGEST], lang) for at in range(0, len(word), _LONGEST))


def _score(word: str, lang: str) -> int:
    if lang not in MODELS:
        return len(latin.propose(word, latin.RULES[lang])[1])
    model = MODELS[lang]
    known = model.known(word)
    if known is not None:
        return known
    sites, starts = model.propose(word)
    return _weights(lang).nuclei(word, sites, starts) if sites else 0


@cache
def _weights(lang: str) -> Weights:
    return Weights(lang, MODELS[lang].shape)
