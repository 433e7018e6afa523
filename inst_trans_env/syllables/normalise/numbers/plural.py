"""Which form of a counted word follows a number."""

from __future__ import annotations


def agree(forms: str, number: int, lang: str, *, whole: bool = True) -> str:
    """Pick the form of `one|many`, `one|few|many` or `one|two|few|many` that goes with a number.

    `whole` is False for a number with decimals, whose `number` is its whole part.
    """
    choice = forms.split("|")
    if len(choice) == 1:
        return forms
    if not whole:
        return choice[_after_decimals(number, len(choice), lang)]
    return choice[min(_index(number, lang), len(choice) - 1)]


def _after_decimals(number: int, known: int, lang: str) -> int:
    if lang in {"ru", "pl", "ro"}:
        return 1  # the genitive singular: 2,5 километра
    return 0 if lang in {"fr", "pt"} and number < 2 else known - 1


def _index(number: int, lang: str) -> int:
    if lang == "ru":
        return _slavic(number % 10, number % 100) if number % 10 != 1 or number % 100 == 11 else 0
    if lang == "pl":
        return 0 if number == 1 else _slavic(number % 10, number % 100)
    if lang == "ar":
        return _arabic(number)
    if lang == "ro":
        return _romanian(number)
    return 0 if number == 1 or (number == 0 and lang == "fr") else 1


def _slavic(unit: int, rest: int) -> int:
    return 1 if 2 <= unit <= 4 and not 12 <= rest <= 14 else 2


def _arabic(number: int) -> int:
    if number in {1, 2}:
        return number - 1
    return 2 if 3 <= number % 100 <= 10 else 3


def _romanian(number: int) -> int:
    if number == 1:
        return 0
    return 1 if 1 <= number % 100 <= 19 or number == 0 else 2
