"""What is written in signs and read in words: numbers, dates, money, acronyms, abbreviations, web addresses.

The seam to the rest of `syllables`, two functions:

- `special(piece, lang)`: is this *word* piece (the other kinds always are) read otherwise than letter by
  letter? True for an acronym, an abbreviation (the full stop is still there: `Dr.`, `z.B.`), a Roman numeral.
  It sees one piece alone, and its answers are remembered.
- `read(pieces, at, lang)`: how the piece `pieces[at]` is read. Returns how many pieces the reading uses up
  (at least 1: `EE.` `UU.` are two, `25` `km` may be one or two), the words in the language's own spelling, and
  their syllables. No words: silent.

Both are pure, never raise, and look only a bounded number of pieces around `at`, so that texts stay linear.
What is said for each sign stands in `data/<lang>.toml`; how each kind is read and the choices made where
speakers differ stand in the module of that kind and in `data/README.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from inst_trans_env.syllables.normalise import abbreviations, letters, number, roman, signs, web
from inst_trans_env.syllables.normalise.lexicon import lexicon
from inst_trans_env.syllables.normalise.spoken import measure, plain, spell_out
from inst_trans_env.syllables.normalise.spot import Reading, Spot
from inst_trans_env.syllables.tokens import NUMBER, SYMBOL, WEB, Piece

_BEHIND, _AHEAD = 2, 13
"""How many pieces before and from a place on a reading may look at."""
_LONGEST_CACHED = 64
_UNITS_ALONE = frozenset(
    ("km", "kg", "cm", "mm", "km²", "kWh", "kHz", "MHz", "GHz", "GB", "MB", "TB", "км", "кг")
)
"""Units that are read out without a number too: `per kg`."""


def special(piece: Piece, lang: str) -> bool:
    """Say whether a word piece is, or may be, read otherwise than it is spelt."""
    text = piece.text
    table = lexicon(lang)
    return (
        letters.capitals(text)
        or text in table.firsts
        or text[:1].lower() + text[1:] in table.firsts
        or text in table.money
        or text in table.days
        or text.rstrip(".").casefold() in table.names
        or text.rstrip(".") in _UNITS_ALONE
        or letters.spelt_in_lower_case(text.rstrip("."), lang)
        or roman.with_end(text.rstrip("."), lang) is not None
        or "." in text[:-1]
    )


def read(pieces: Sequence[Piece], at: int, lang: str) -> tuple[int, str, int]:
    """Return how many pieces the reading of `pieces[at]` uses up, its words, and their syllables."""
    start = max(0, at - _BEHIND)
    window = tuple(pieces[start : at + _AHEAD])
    if max([len(piece.text) for piece in window]) <= _LONGEST_CACHED:
        return _read_cached(window, at - start, lang)
    return _read_window(window, at - start, lang)


def _read_window(window: tuple[Piece, ...], at: int, lang: str) -> tuple[int, str, int]:
    used, words = _read(Spot(window, at, lang))
    return used, spell_out(words), measure(words, lang)


_read_cached = lru_cache(maxsize=1 << 13)(_read_window)


def _read(spot: Spot) -> Reading:
    piece = spot.piece()
    if piece.kind == NUMBER:
        return number.read(spot)
    if piece.kind == WEB:
        return Reading(1, web.read(piece.text, spot.lang))
    if piece.kind == SYMBOL:
        return signs.read(spot)
    return (
        signs.before_number(spot)
        or abbreviations.read(spot)
        or roman.read(spot)
        or _unit_alone(spot)
        or letters.read(spot)
        or Reading(1, plain(piece.text.rstrip(".")))
    )


def _unit_alone(spot: Spot) -> Reading | None:
    if spot.piece().text.rstrip(".") not in _UNITS_ALONE:
        return None
    used, forms = spot.longest(spot.lexicon.units, 0, 3)
    return Reading(used, forms.split("|")[0]) if forms else None
