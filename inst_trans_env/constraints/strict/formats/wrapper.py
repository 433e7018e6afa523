"""Wrapper: a sentence of the model's own in front of a translation that has structure."""

from __future__ import annotations

from inst_trans_env.constraints.strict.formats.piece import Piece, Problem
from inst_trans_env.text.verbatim import find_verbatim

_COLONS = (":", "：")


def check(piece: Piece) -> Problem | None:
    """Refuse a first line that ends with a colon where the source has fewer lines and no colon at all.

    Before block markup any added text is caught by the other sub-checks; this one sees to inline markup,
    placeholders and addresses.
    """
    source, answer = _lines(piece.source.text), _lines(piece.answer.text)
    if len(answer) <= len(source) or not source or not answer[0].endswith(_COLONS):
        return None
    if _has_colon(piece.source.text) or not _has_structure(piece):
        return None
    start = piece.answer.text.index(answer[0])
    return Problem(
        "a sentence stands in front of the translation", (), (), ((start, start + len(answer[0])),)
    )


def _has_colon(text: str) -> bool:
    """Whether the text has a colon of its own; those of URLs introduce nothing."""
    in_urls = sum(found.text.count(":") for found in find_verbatim(text))
    return text.count(":") > in_urls or "：" in text


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _has_structure(piece: Piece) -> bool:
    view = piece.source
    return bool(
        view.tokens
        or any(item.kind != "bare" for item in view.placeholders)
        or view.markdown.codes
        or view.markdown.links
        or view.emphasis.pairs
        or next(iter(find_verbatim(view.text)), None)
    )
