"""What a constraint looks at: one element of a document, with its text in every form that metrics need."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from inst_trans_env.lift.document import Document, Node
from inst_trans_env.lift.document.leaves import Leaf, inline_text, leaves
from inst_trans_env.text.segment import sentences, words

Unit = Literal["paragraph", "sentence", "item", "line", "heading", "cell", "section"]
"""The parts that `Scope.units` cuts a scope into."""

_URL = re.compile(r"(?:https?://|www\.)\S++|(?<![\w.+-])[\w.+-]++@[\w.-]++", re.IGNORECASE)


_SAME_TO_A_READER = {
    # Soft hyphen, joiners, zero-width characters, direction marks, variation selectors: nothing is seen of them.
    **dict.fromkeys([0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), 0xFEFF], None),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10)], None),
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0x2018, 0x2019, 0x2BC, 0xFF07], "'"),
    **dict.fromkeys([0x2010, 0x2011], "-"),
}


def alike(text: str) -> str:
    """Return the text with what a reader cannot tell apart made the same: composition, spaces, apostrophes."""
    return text if text.isascii() else unicodedata.normalize("NFC", text.translate(_SAME_TO_A_READER))


def fold(text: str) -> str:
    """Return the text without differences of case and of what a reader cannot tell apart."""
    return text.casefold() if text.isascii() else alike(text.casefold())


def visible(node: Node) -> str:
    """Return the visible text of an element within a line."""
    return inline_text(node)


class TextView:
    """A stretch of visible text; words and sentences are found once.

    Attributes:
        text: all of it.
        prose: the part made of sentences: no code, no tables, no headings (unless there is nothing else).
    """

    def __init__(self, text: str, prose: str | None = None) -> None:
        """Take a text; `prose` is given where part of it is not made of sentences."""
        self.text = text
        self.prose = text if prose is None else prose

    @cached_property
    def words(self) -> list[str]:
        """The words of the text."""
        return words(self.text)

    @cached_property
    def prose_words(self) -> list[str]:
        """The words of the prose."""
        return self.words if self.prose == self.text else words(self.prose)

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of the prose."""
        return sentences(self.prose)

    @cached_property
    def lines(self) -> list[str]:
        """The lines that are not blank."""
        return [line for line in self.text.split("\n") if line.strip()]

    @cached_property
    def folded(self) -> str:
        """The text without differences of case and composition."""
        return fold(self.text)

    @cached_property
    def running(self) -> str:
        """The prose without web and mail addresses."""
        return _URL.sub(" ", self.prose)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a scope: level 1 to 6, its visible text, its element."""

    level: int
    text: str
    node: Node


class Scope(TextView):
    """One element of a document. Its own heading is not part of the text, sub-headings are.

    Attributes:
        document: where it stands.
        node: the element.
        shallow: whether sub-sections are left out.
        place: its path in words, e.g. ``H2 1 > P 2``.
    """

    def __init__(
        self, document: Document, node: Node, *, shallow: bool = False, place: str = "document"
    ) -> None:
        """Take an element of a document."""
        self.document = document
        self.node = node
        self.shallow = shallow
        self.place = place

    @cached_property
    def leaves(self) -> list[Leaf]:
        """The visible text by paragraph, heading, item, row and code block."""
        return leaves(self.node, shallow=self.shallow)

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        """The rendered, visible text; paragraphs are a blank line apart, items and rows a line."""
        return _join(self.leaves)

    @cached_property
    def prose(self) -> str:  # type: ignore[override]
        """The text of paragraphs and items; of a scope that has none, all of its text but code."""
        prose = [leaf for leaf in self.leaves if leaf.is_prose and "table" not in leaf.inside]
        return _join(prose or [leaf for leaf in self.leaves if leaf.kind != "code"])

    @property
    def end(self) -> int:
        """The offset where the scope ends in the source."""
        if self.shallow:
            return next((child.start for child in self.node.elements() if child.heading), self.node.end)
        return self.node.end

    @property
    def lines_in_response(self) -> tuple[int, int]:
        """First and last line of the element in the response, 1-based, inclusive."""
        return self.document.source.lines(self.node.start, self.end)

    @property
    def source(self) -> str:
        """The element as it was written, its own heading included."""
        return self.document.source.slice(self.node.start, self.end)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to look at: no visible text, no image, no heading below."""
        return not self.leaves and not self.find("img", "hr")

    @cached_property
    def _by_tag(self) -> dict[str, list[Node]]:
        index: dict[str, list[Node]] = {}
        for node in self._nodes():
            index.setdefault(node.tag, []).append(node)
        return index

    def _nodes(self) -> Iterable[Node]:
        if self.node.heading is None and not self.shallow:
            yield from self.node.walk()
            return
        for child in self.node.elements():
            if child.heading is None or not self.shallow:
                yield from child.walk()

    def find(self, *tags: str) -> list[Node]:
        """Return the elements of the given tags in the scope (itself included unless a section), in order."""
        found = [node for tag in tags for node in self._by_tag.get(tag, ()) if node.heading is None]
        return sorted(found, key=lambda node: node.start) if len(tags) > 1 else found

    @cached_property
    def headings(self) -> list[Heading]:
        """The section's own heading, if it is one, and those of the sections below, in order."""
        sections: list[Node] = []
        stack = [self.node]
        while stack:
            node = stack.pop()
            if node.heading is not None:
                sections.append(node)
            if node.heading is not None or node.tag == "document":
                stack.extend(child for child in reversed(node.children) if isinstance(child, Node))
            if self.shallow:
                break
        return [Heading(node.level, inline_text(node.heading), node) for node in sections if node.heading]

    @cached_property
    def paragraphs(self) -> list[str]:
        """The paragraphs that are not in a list, quote, table or footnote below the scope."""
        return [leaf.text for leaf in self.leaves if leaf.kind == "paragraph" and not leaf.inside]

    @cached_property
    def items(self) -> list[tuple[Node, str]]:
        """Every list item with its own text (what is nested in it left out), in order."""
        own: dict[int, tuple[Node, str]] = {}
        for leaf in self.leaves:
            if leaf.kind == "item":
                _, before = own.get(id(leaf.node), (leaf.node, ""))
                own[id(leaf.node)] = (leaf.node, f"{before}\n{leaf.text}" if before else leaf.text)
        return list(own.values())

    @cached_property
    def sections(self) -> list[Scope]:
        """The sections directly below, whatever their level."""
        children = [child for child in self.node.elements() if child.heading and not self.shallow]
        return [Scope(self.document, child) for child in children]

    def units(self, unit: Unit) -> list[TextView]:
        """Return the parts of one kind, each as a text of its own."""
        if unit == "sentence":
            return [TextView(text) for text in self.sentences]
        if unit == "section":
            return [*self.sections]
        return [TextView(text) for text in self._unit_texts(unit)]

    def _unit_texts(self, unit: Unit) -> list[str]:
        if unit == "paragraph":
            return self.paragraphs
        if unit == "item":
            return [text for _, text in self.items]
        if unit == "heading":
            return [heading.text for heading in self.headings]
        if unit == "cell":
            return [cell for leaf in self.leaves if leaf.kind == "row" for cell in leaf.text.split("\t")]
        return self.lines


def _join(parts: list[Leaf]) -> str:
    """Join leaves: items and rows follow their like on the next line, all else after a blank line."""
    if not parts:
        return ""
    pieces = [parts[0].text]
    for before, leaf in pairwise(parts):
        tight = leaf.kind in {"item", "row"} and before.kind == leaf.kind
        pieces.append("\n" if tight else "\n\n")
        pieces.append(leaf.text)
    return "".join(pieces)
