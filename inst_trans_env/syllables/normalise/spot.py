"""A place among the pieces, and what stands around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inst_trans_env.syllables.normalise.lexicon import Lexicon, lexicon
from inst_trans_env.syllables.tokens import NUMBER, SILENT, WORD, Piece

_NOTHING = Piece("", SILENT, True)


class Reading(NamedTuple):
    """How many pieces a reading uses up, and the reading (see `spoken`)."""

    used: int
    words: str


class Spot(NamedTuple):
    """The pieces of a text, the place that is being read, the language."""

    pieces: Sequence[Piece]
    at: int
    lang: str

    @property
    def lexicon(self) -> Lexicon:
        """The readings of the language."""
        return lexicon(self.lang)

    def piece(self, offset: int = 0) -> Piece:
        """Return the piece so many places on (negative: back); an empty silent one beyond the ends."""
        index = self.at + offset
        return self.pieces[index] if 0 <= index < len(self.pieces) else _NOTHING

    def close(self, offset: int) -> Piece:
        """Return the piece so many places on if no white space parts it from the one before it."""
        piece = self.piece(offset)
        return _NOTHING if piece.spaced else piece

    def word(self, offset: int) -> str:
        """Return the word so many places on without its full stop, or an empty string."""
        piece = self.piece(offset)
        return piece.text.rstrip(".") if piece.kind == WORD else ""

    def joined(self, offset: int, count: int, *, spaced: bool) -> str:
        """Return `count` pieces from an offset as one string; empty where white space parts them unasked."""
        start = self.at + offset
        pieces = self.pieces[start : start + count]
        if len(pieces) < count or (not spaced and any(piece.spaced for piece in pieces[1:])):
            return ""
        return "".join([piece.text for piece in pieces])

    def longest(self, table: dict[str, str], offset: int, most: int) -> tuple[int, str]:
        """Look up the longest run of close pieces from an offset in a table: how many, the entry (0, "" if none)."""
        for count in range(most, 0, -1):
            text = self.joined(offset, count, spaced=False)
            entry = text and (table.get(text) or table.get(text.rstrip(".")))
            if entry:
                return count, entry
        return 0, ""

    def is_number(self, offset: int) -> bool:
        """Say whether the piece so many places on is a number."""
        return self.piece(offset).kind == NUMBER
