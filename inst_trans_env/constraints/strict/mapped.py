"""A text rewritten for comparison that still knows where each of its characters stood before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

Edit = tuple[int, int, str]
"""Replace the code points `start`..`end` by a string; edits come in order and do not overlap."""


class Mapped:
    """The outcome of `rewrite`.

    Attributes:
        text: the rewritten text.
    """

    __slots__ = ("_base", "_pieces", "_starts", "text")

    def __init__(
        self, text: str, pieces: list[tuple[int, int, bool]], starts: list[int], base: Mapped | None
    ):
        self.text = text
        self._pieces = pieces
        self._starts = starts
        self._base = base

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the original text that `text[start:end]` came from."""
        first, last = self._origin(start), self._origin(max(start, end - 1))
        return first[0], max(first[0], last[1])

    def _origin(self, index: int) -> tuple[int, int]:
        """Return the original range of one character."""
        if not self._pieces:
            return (0, 0)
        number = max(0, bisect_right(self._starts, index) - 1)
        start, end, literal = self._pieces[number]
        if literal:
            start = min(end, start + index - self._starts[number])
            end = min(end, start + 1)
        return self._base.span(start, end) if self._base else (start, end)

    def rewrite(self, edits: Iterable[Edit]) -> Mapped:
        """Rewrite further; places still refer to the original."""
        return _apply(self.text, edits, self)


def rewrite(text: str, edits: Iterable[Edit]) -> Mapped:
    """Return the text with the edits made."""
    return _apply(text, edits, None)


def _apply(text: str, edits: Iterable[Edit], base: Mapped | None) -> Mapped:
    edits = tuple(edits)
    if not edits:
        return Mapped(text, [(0, len(text), True)] if text else [], [0] if text else [], base)
    out: list[str] = []
    pieces: list[tuple[int, int, bool]] = []
    starts: list[int] = []
    at = length = 0
    for start, end, replacement in (*edits, (len(text), len(text), "")):
        for piece, span in ((text[at:start], (at, start, True)), (replacement, (start, end, False))):
            if piece:
                out.append(piece)
                pieces.append(span)
                starts.append(length)
                length += len(piece)
        at = end
    return Mapped("".join(out), pieces, starts, base)
