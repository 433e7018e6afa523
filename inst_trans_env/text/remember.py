"""Remember what was found in the last texts: several checks of one answer take the same text apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar

CHARS = 16_000
"""Of longer texts few are kept, so that what is remembered stays small whatever comes."""

LONG_TEXTS = 2
"""How many longer texts are kept: a source and its answer."""

TEXTS = 128
"""How many texts are kept: the values of a batch, source and answer."""

_Rest = ParamSpec("_Rest")
_Result = TypeVar("_Result")


def remembered(
    function: Callable[Concatenate[str, _Rest], _Result],
) -> Callable[Concatenate[str, _Rest], _Result]:
    """Keep the last results of a pure function of a text; callers share them and must not change them."""
    kept: Callable[..., _Result] = lru_cache(maxsize=TEXTS)(function)
    long: Callable[..., _Result] = lru_cache(maxsize=LONG_TEXTS)(function)

    def call(text: str, /, *args: _Rest.args, **options: _Rest.kwargs) -> _Result:
        return (kept if len(text) <= CHARS else long)(text, *args, **options)

    return call
