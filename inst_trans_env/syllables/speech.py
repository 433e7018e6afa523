"""From pieces to tokens: who reads a piece, how many syllables it has, what its neighbours change."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from inst_trans_env.syllables import normalise
from inst_trans_env.syllables.context import LANGUAGES_IN_CONTEXT, heard
from inst_trans_env.syllables.fold import fold
from inst_trans_env.syllables.tokens import SILENT, WORD, Piece, cut_chunk
from inst_trans_env.syllables.words import count_word


class Token(NamedTuple):
    """A token of the text, the words it is read as (empty: silent), and its syllables (Japanese: morae)."""

    token: str
    reading: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


_Known = tuple[Piece, Token | None]
"""A piece, and its token where its neighbours do not matter."""


def total(text: str, lang: str) -> int:
    """Return the syllables of the whole text; `lang` is a resolved code."""
    return sum(token.count for token in speak(text, lang))


def speak(text: str, lang: str) -> list[Token]:
    """Return the tokens of the text; `lang` is a resolved code."""
    known: list[_Known] = []
    for chunk in fold(text).split():
        known += (_remembered if len(chunk) <= _LONGEST_REMEMBERED else _chunk)(chunk, lang)
    if lang not in LANGUAGES_IN_CONTEXT:
        tokens = [token for _, token in known if token]
        if len(tokens) == len(known):
            return _audible(tokens)
    return _audible(_in_context(known, lang))


def _in_context(known: list[_Known], lang: str) -> list[Token]:
    """Return the tokens, with what is not read as spelt given to the reader, and with neighbours heard."""
    pieces = [piece for piece, _ in known]
    tokens: list[Token] = []
    at = 0
    while at < len(known):
        token = known[at][1]
        used = 1
        changed = (
            heard(pieces, at, lang) if lang in LANGUAGES_IN_CONTEXT and _spelt(pieces[at], token) else None
        )
        if changed is not None:
            word = pieces[at].text
            token = Token(word, word, changed)
        elif token is None:
            used, reading, count = normalise.read(pieces, at, lang)
            token = Token(_text(pieces[at : at + used]), reading, count)
        tokens.append(token)
        at += used
    return tokens


def _spelt(piece: Piece, token: Token | None) -> bool:
    """Say whether a piece is read as spelt, or is a letter, which may lean on its neighbours (Dutch `'t`)."""
    return token is not None or (piece.kind == WORD and len(piece.text) == 1)


def _audible(tokens: list[Token]) -> list[Token]:
    """Let words that only lean on a neighbour (Russian `в`) be heard when nothing else is."""
    if any(token.count for token in tokens):
        return tokens
    first = next((at for at, token in enumerate(tokens) if any(map(str.isalnum, token.token))), None)
    if first is not None:
        tokens[first] = tokens[first]._replace(count=1)
    return tokens


def _chunk(chunk: str, lang: str) -> list[_Known]:
    """Return the pieces of a stretch without white space, each with its token if it is read as spelt."""
    return [(piece, _plain(piece, lang)) for piece in cut_chunk(chunk)]


_LONGEST_REMEMBERED = 64
_remembered = lru_cache(maxsize=1 << 15)(_chunk)


def _plain(piece: Piece, lang: str) -> Token | None:
    if piece.kind == SILENT:
        return Token(piece.text, "", 0)
    if piece.kind != WORD or normalise.special(piece, lang):
        return None
    word = piece.text.rstrip(".")
    return Token(word, word, count_word(word, lang))


def _text(pieces: list[Piece]) -> str:
    return "".join((" " if piece.spaced else "") + piece.text for piece in pieces).strip()
