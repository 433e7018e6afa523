"""What proposes nuclei in each language whose rules are topped up by learned weights, and the weights' shape."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from inst_trans_env.syllables.words import arabic, french, hindi, latin, thai
from inst_trans_env.syllables.words.weights import FIRM_E, Shape


def _unknown(word: str) -> int | None:
    return None


class Model(NamedTuple):
    """`propose(word)` gives the sites of a prepared word and the starts by rule; `shape` is the weights'.

    `known(word)` gives the nuclei of a word that needs no weights, None for others.
    """

    propose: Callable[[str], tuple[list[int], set[int]]]
    shape: Shape
    known: Callable[[str], int | None] = _unknown


def _latin(lang: str, shape: Shape) -> Model:
    return Model(partial(latin.propose, rules=latin.RULES[lang]), shape)


_LETTERS = "abcdefghijklmnopqrstuvwxyz" + latin.VOWELS[6:] + "șțşţçñßłńśźżćğş"
_VOWEL_CLASSES = ({ord(letter): "V" if letter in latin.VOWELS else "C" for letter in _LETTERS},)

MODELS: dict[str, Model] = {
    "ar": Model(arabic.propose, Shape(bits=19, base=0.7, classes=arabic.CLASSES), arabic.by_shape),
    "de": _latin("de", Shape(bits=19)),
    "en": _latin("en", Shape(bits=20, classes=_VOWEL_CLASSES)),
    "fil": _latin("fil", Shape(base=3.0)),
    "fr": Model(french.propose, Shape(classes=_VOWEL_CLASSES)),
    "hi": Model(hindi.propose, Shape()),
    "id": _latin("id", Shape(base=3.0, firm=FIRM_E)),
    "it": _latin("it", Shape(classes=_VOWEL_CLASSES, firm=FIRM_E)),
    "ms": _latin("ms", Shape(base=3.0, firm=FIRM_E)),
    "pl": _latin("pl", Shape(base=3.0, firm=FIRM_E)),
    "pt": _latin("pt", Shape(base=1.5, classes=_VOWEL_CLASSES, firm=FIRM_E)),
    "ro": _latin("ro", Shape(classes=_VOWEL_CLASSES)),
    "sv": _latin("sv", Shape(base=3.0)),
    "th": Model(thai.propose, Shape(bits=19, base=1.0, classes=thai.CLASSES)),
}
"""Languages with weights; the rules of the others need none."""
