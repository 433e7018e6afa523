"""Verbatim strings: URLs, e-mail addresses and mask tokens are the same multiset."""

from __future__ import annotations

import html

from inst_trans_env.constraints.strict.formats.code import unnumbered
from inst_trans_env.constraints.strict.formats.piece import Piece, Problem, difference, words
from inst_trans_env.text.verbatim import find_verbatim


def check(piece: Piece) -> Problem | None:
    """Compare what has to be carried over letter by letter."""
    answers = [(_key(found.text), found) for found in find_verbatim(piece.answer.text)]
    diff = difference(
        (_key(found.text) for found in find_verbatim(piece.source.text)), (k for k, _ in answers)
    )
    if not diff:
        return None
    spans = tuple((found.start, found.end) for key, found in answers if key in set(diff.extra))
    what = diff.missing or diff.extra
    verb = "is missing or changed" if diff.missing else "was added"
    return Problem(f"{what[0]} {verb}", words(diff.missing), words(diff.extra), spans)


def _key(text: str) -> str:
    return unnumbered(html.unescape(text))
