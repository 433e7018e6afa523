"""From pieces to tokens: who reads a piece, how many syllables it has, what its neighbours change."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from inst_trans_env.syllables import normalise
from inst_trans_env.syllables.context import LANGUAGES_IN_CONTEXT, heard
from inst_trans_env.syllables.fold import fold
from inst_trans_env.syllables.tokens import SILENT, WORD, Piece, cut
from inst_trans_env.syllables.words import count_word


class Token(NamedTuple):
    """A token of the text, the words it is read as (empty: silent), and its syllables (Japanese: morae)."""

    token: str
    reading: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


def total(text: str, lang: str) -> int:
    """Return the syllables of the whole text; `lang` is a resolved code."""
    return sum(token.count for token in speak(text, lang))


def speak(text: str, lang: str) -> list[Token]:
    """Return the tokens of the text; `lang` is a resolved code."""
    pieces = cut(fold(text))
    tokens: list[Token] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        token = _plain(piece, lang)
        used = 1
        if token is None:
            used, reading, count = normalise.read(pieces, at, lang)
            token = Token(_text(pieces[at : at + used]), reading, count)
        elif lang in LANGUAGES_IN_CONTEXT and (changed := heard(pieces, at, lang)) is not None:
            token = token._replace(count=changed)
        tokens.append(token)
        at += used
    return _audible(tokens)


def _audible(tokens: list[Token]) -> list[Token]:
    """Let words that only lean on a neighbour (Russian `в`) be heard when nothing else is."""
    if any(token.count for token in tokens):
        return tokens
    first = next((at for at, token in enumerate(tokens) if any(map(str.isalnum, token.token))), None)
    if first is not None:
        tokens[first] = tokens[first]._replace(count=1)
    return tokens


@lru_cache(maxsize=1 << 17)
def _plain(piece: Piece, lang: str) -> Token | None:
    if piece.kind == SILENT:
        return Token(piece.text, "", 0)
    if piece.kind != WORD or normalise.special(piece, lang):
        return None
    word = piece.text.rstrip(".")
    return Token(word, word, count_word(word, lang))


def _text(pieces: list[Piece]) -> str:
    return "".join((" " if piece.spaced else "") + piece.text for piece in pieces).strip()
