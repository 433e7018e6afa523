"""Case endings of Russian and Polish ordinals."""

from __future__ import annotations

RUSSIAN_ENDS = {
    "я": "а-я", "ая": "а-я", "е": "о-е", "ое": "о-е", "го": "о-го", "ого": "о-го", "му": "о-му", "ю": "у-ю",
    "м": "ом", "ом": "ом", "х": "ых", "ых": "ых", "й": "ый", "ый": "ый", "ми": "ы-ми",
}  # fmt: skip
_RU_THIRD = {
    "й": "тре-тий", "я": "тре-тья", "е": "тре-тье", "го": "тре-тье-го", "му": "тре-тье-му", "ю": "тре-тью",
    "м": "тре-тьем", "х": "тре-тьих",
}  # fmt: skip


def russian(words: str, ending: str) -> str:
    """Return a Russian ordinal (nominative, masculine) with another ending: `го` makes `пер-во-го`."""
    if words.endswith("тре-тий"):
        return words.removesuffix("тре-тий") + _RU_THIRD.get(ending, "тре-тий")
    return words[:-2] + RUSSIAN_ENDS[ending]


def polish_genitive(words: str) -> str:
    """Return the genitive of a Polish ordinal: `pią-ty` -> `pią-te-go`, `dru-gi` -> `dru-gie-go`."""
    return " ".join(_genitive(word) for word in words.split())


def _genitive(word: str) -> str:
    if word.endswith(("ty", "szy", "my", "ny")) and word not in _PL_CARDINALS:
        return word[:-1] + "e-go"
    return word + "e-go" if word.endswith(("gi", "ci")) and word not in _PL_CARDINALS else word


_PL_CARDINALS = frozenset(("trzy-dzieś-ci", "czter-dzieś-ci"))
