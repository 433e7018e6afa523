"""What a constraint looks at: one element of a document, with its text in every form that metrics need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from inst_trans_env.lift.document import Document, Node
from inst_trans_env.lift.document.leaves import Leaf, inline_text, leaves, one_line, showing
from inst_trans_env.lift.folding import alike, fold
from inst_trans_env.lift.lexical import Finder
from inst_trans_env.text.segment import sentences, words

Unit = Literal["paragraph", "sentence", "item", "line", "heading", "cell", "section"]
"""The parts that `Scope.units` cuts a scope into."""

_URL = re.compile(r"(?:https?://|www\.)\S++|(?<![\w.+-])[\w.+-]++@[\w.-]++", re.IGNORECASE)


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

    @property
    def searched(self) -> str:
        """The text as terms are looked for in it: what a term must not run across stands on lines apart."""
        return one_line(self.text)

    @cached_property
    def terms(self) -> Finder:
        """Finds terms in any case."""
        return Finder(self.searched, fold)

    @cached_property
    def cased_terms(self) -> Finder:
        """Finds terms as they are written."""
        return Finder(self.searched, alike)

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
    def searched(self) -> str:
        """One line a paragraph, heading, item, cell and line of code: a term does not run from one to the next."""
        return "\n".join(
            leaf.text if leaf.kind == "code" else one_line(leaf.text).replace("\t", "\n")
            for leaf in self.leaves
        )

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
    def has_body(self) -> bool:
        """Whether any visible text stands below the headings."""
        return any(leaf.kind != "heading" for leaf in self.leaves)

    @cached_property
    def says_something(self) -> bool:
        """Whether a letter or digit stands below the headings: a dot, a dash or a sign alone says nothing."""
        return any(any(map(str.isalnum, leaf.text)) for leaf in self.leaves if leaf.kind != "heading")

    @cached_property
    def _showing(self) -> set[int]:
        return showing(self.node)

    def shows(self, node: Node) -> bool:
        """Whether an element of the scope shows text or holds an image."""
        return id(node) in self._showing

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
