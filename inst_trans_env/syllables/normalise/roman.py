"""Roman numerals where they are clearly numerals: after a name (`Louis XIV`), beside a century (`XXI век`)."""

from __future__ import annotations

import re
from functools import lru_cache

from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.numbers import cardinal, ordinal
from inst_trans_env.syllables.normalise.numbers.cases import polish_genitive, russian
from inst_trans_env.syllables.normalise.spot import Reading, Spot

_VALID = re.compile(r"(?=[XVI])(X{0,3}|XL|LX{0,3})(IX|IV|V?I{0,3})")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}
_TENTH_KINGS = frozenset(("es", "it", "pt"))
"""Languages in which `X` after a name is rather a king (`Alfonso X`) than the letter (`Malcolm X`)."""


@lru_cache(maxsize=1024)
def value(text: str) -> int:
    """Return the value of a Roman numeral from 1 to 89; 0 for anything else."""
    if len(text) > 8 or not _VALID.fullmatch(text):
        return 0
    numbers = [_VALUES[char] for char in text]
    later = [*numbers[1:], 0]
    return sum(-one if one < two else one for one, two in zip(numbers, later, strict=True))


_RU_FEMININE = frozenset(
    ("глава", "часть", "война", "мировая", "серия", "книга", "статья", "степень", "группа")
)
_WITH_END = re.compile(r"([XVIL]+)([^\W\dXVIL]\w{0,3})")


def read(spot: Spot) -> Reading | None:
    """Read the Roman numeral at a spot; None where the letters are no clear numeral."""
    text = spot.piece().text.rstrip(".")
    number = value(text)
    if not number:
        joined = with_end(text, spot.lang)
        return Reading(1, joined) if joined else None
    return _marked(number, spot) or (Reading(1, _words(number, spot)) if _is_clear(text, spot) else None)


def _marked(number: int, spot: Spot) -> Reading | None:
    """Read a numeral that the end of an ordinal follows (`XXI-lea`), or in Turkish a full stop (`II. Mehmet`)."""
    if spot.lang == "ro" and number == 1 and spot.word(-1).casefold() not in {"a", "al", "clasa", "partea"}:
        return None  # I-a spus
    endings = spot.lexicon.words.get("ordinal_ends", [])
    if spot.close(1).text.casefold() in endings:
        return Reading(2, ordinal(number, spot.lang))
    if spot.close(1).text == "-" and spot.close(2).text.casefold() in endings:
        return Reading(3, ordinal(number, spot.lang))
    stopped = spot.lang == "tr" and spot.piece().text.endswith(".") and spot.word(1)[:1].isupper()
    return Reading(1, ordinal(number, "tr")) if stopped else None


def _is_clear(text: str, spot: Spot) -> bool:
    """Say whether a word that counts with Roman numerals or a name stands beside the letters."""
    if spot.close(1).text == "-":  # X-ray
        return False
    if not _beside(spot).isdisjoint(spot.lexicon.words.get("numbered", [])):
        return True
    before = spot.word(-1)
    if spot.lang == "zh" and len(text) > 1 and text != "XL":  # 路易XIV
        return bool(before) and not before.isascii() and not spot.piece().spaced
    named = before[:1].isupper() and not before.isupper() and spot.piece().spaced
    letter = {"L": True, "X": spot.lang not in _TENTH_KINGS, "I": spot.lang == "en"}.get(text, False)
    return named and not letter


def _beside(spot: Spot) -> set[str]:
    """Return the words around, in lower case; the one after with its full stop too (`XIX w.`)."""
    return {spot.word(-1).casefold(), spot.word(1).casefold(), spot.piece(1).text.casefold()} - {""}


def _russian_end(spot: Spot, beside: set[str], *, listed: bool) -> str:
    """Return the ending that the noun beside asks for: `глава IV` and `Екатерина II` are feminine."""
    cases = {"века": "го", "веке": "м", "тысячелетие": "е"}
    for noun, ending in cases.items():
        if noun in beside:
            return ending
    ruler = spot.word(-1)
    woman = not listed and ruler.endswith(("а", "я")) and ruler not in {"Никита", "Илья", "Фома", "Лука"}
    return "я" if woman or not beside.isdisjoint(_RU_FEMININE) else "й"


@lru_cache(maxsize=1024)
def with_end(text: str, lang: str) -> str | None:
    """Return the reading of `XXIe`, `Ier`, a numeral and the end of an ordinal in one word; None for others."""
    found = _WITH_END.fullmatch(text) if lang in {"fr", "nl"} else None
    number = value(found[1]) if found else 0
    # Capitals (`LE XXE SIÈCLE`) only where they are no word: `VIE` is one.
    end = found[2].lower() if found and (found[2].islower() or text.startswith("X")) else ""
    if not number or end not in lexicon(lang).words["ordinal_ends"]:
        return None
    special = lexicon(lang).numbers.ordinals.get(f"{number}{end}")
    return special or (None if end in {"er", "re"} else ordinal(number, lang))


def _words(number: int, spot: Spot) -> str:
    """Return the ordinal where the language says one: beside the words of `roman_ordinal`, after rulers' names."""
    rules = spot.lexicon.words
    beside = _beside(spot)
    if not beside.isdisjoint(rules.get("roman_cardinal", [])):
        return cardinal(number, spot.lang)
    listed = not beside.isdisjoint(rules.get("roman_ordinal", []))
    if number > int(rules.get("ordinals_to", ["0"])[0]) and not listed:
        return cardinal(number, spot.lang)
    words = ordinal(number, spot.lang)
    if spot.lang == "ru":
        return russian(words, _russian_end(spot, beside, listed=listed))
    if not listed:
        return " ".join([*rules.get("ruler", []), words])
    return polish_genitive(words) if spot.lang == "pl" and "wieku" in beside else words
