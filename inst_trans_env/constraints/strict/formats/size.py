"""Size: an answer with several times the lines of its source is no translation, and is not taken apart."""

from __future__ import annotations

from inst_trans_env.constraints.strict.formats.piece import Piece, Problem

_TIMES, _MORE = 4, 40


def check(piece: Piece) -> Problem | None:
    """Compare the numbers of lines; this keeps the cost of parsing in proportion to the source."""
    source, answer = piece.source.text.count("\n"), piece.answer.text.count("\n")
    if answer <= _TIMES * source + _MORE:
        return None
    return Problem(f"{answer + 1} lines stand for {source + 1}")
