"""The elements of a document and the source that they come from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

NO_ATTRIBUTES: Mapping[str, str] = {}


@dataclass(slots=True, eq=False)
class Node:
    """An element, named as in HTML.

    A section has the tag of its heading (``h2``), the heading element in `heading`, and as children its
    own blocks followed by its sub-sections; every other node has no `heading`. `start` and `end` are
    offsets into the `Source`.
    """

    tag: str
    start: int
    end: int = -1
    attrs: Mapping[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)
    heading: Node | None = None

    @property
    def level(self) -> int:
        """1 to 6 for a heading or a section, 0 for anything else."""
        return int(self.tag[1]) if len(self.tag) == 2 and self.tag[0] == "h" and self.tag[1].isdigit() else 0

    def elements(self) -> Iterator[Node]:
        """Yield the child elements, without text."""
        return (child for child in self.children if isinstance(child, Node))

    def walk(self) -> Iterator[Node]:
        """Yield the node, its heading and all elements below it in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(child for child in reversed(node.children) if isinstance(child, Node))
            if node.heading is not None:
                stack.append(node.heading)


class Source:
    """The text that a tree was read from, with offsets in its own units (bytes of UTF-8, or code points)."""

    def __init__(self, data: bytes | str, first_line: int = 1) -> None:
        """Take the text; `first_line` is the number of its first line in the response."""
        self._data = data
        self._first_line = first_line

    def __len__(self) -> int:
        return len(self._data)

    def slice(self, start: int, end: int) -> str:
        """Return the text between two offsets, without the blank space at its end."""
        data = self._data
        if isinstance(data, str):
            return data[start:end].rstrip()
        return data[start:end].decode("utf-8", "replace").rstrip()

    def lines(self, start: int, end: int) -> tuple[int, int]:
        """Return the first and the last line (1-based, inclusive) that hold text between two offsets."""
        data = self._data
        piece: bytes | str = data[start:end]
        last = start + max(len(piece.rstrip()) - 1, 0)
        return self._line(start), self._line(last)

    def _line(self, offset: int) -> int:
        return bisect_right(self._newlines, offset - 1) + self._first_line

    @cached_property
    def _newlines(self) -> list[int]:
        data = self._data
        matches = re.finditer("\n", data) if isinstance(data, str) else re.finditer(b"\n", data)
        return [match.start() for match in matches]
