"""The visible text of a tree, cut into leaves: paragraphs, headings, items, rows and code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from inst_trans_env.lift.document.builder import BLOCKS
from inst_trans_env.lift.document.node import Node

LeafKind = Literal["paragraph", "heading", "item", "row", "code"]

_SPACE = re.compile(r"[ \t\n\r\f]+")
_BREAK = "\x1e"
_CJK = "\u2e80-\u303f\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_BREAK = re.compile(f"(?<=[{_CJK}])[ \\t]*\\n[ \\t]*(?=[{_CJK}])")
_INVISIBLE = frozenset({"img", "footnote-ref", "task", "input", "audio", "video", "canvas"})


_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffd")
"""Characters that count as letters or symbols and show nothing, or (U+FFFD) stand for what cannot be shown."""


def is_visible(text: str) -> bool:
    """Whether a text shows anything: white space, controls and zero-width signs do not."""
    return any(char.isprintable() and not char.isspace() and char not in _BLANKS for char in text)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A stretch of visible text and the element that it is the text of.

    `inside` names the containers between scope and leaf: ``list``, ``quote``, ``table``, ``footnote``.
    """

    kind: LeafKind
    text: str
    node: Node
    inside: tuple[str, ...] = ()

    @property
    def is_prose(self) -> bool:
        """Whether it is made of sentences: a paragraph or a list item."""
        return self.kind in {"paragraph", "item"}


def inline_text(node: Node) -> str:
    """Return the visible text of an element that holds no blocks: one line, or more at hard breaks."""
    return _collapse(_raw(node.children))


def shows_text(node: Node) -> bool:
    """Whether any visible text stands in an element; stops at the first."""
    stack: list[Node | str] = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, str):
            if is_visible(current):
                return True
        elif current.tag not in _INVISIBLE:
            stack.extend(reversed(current.children))
    return False


def showing(root: Node) -> set[int]:
    """Return the ids of the elements, the root's own included, that show text or hold an image."""
    found: set[int] = set()
    # Backwards: what is below an element comes before it.
    for node in reversed(list(root.walk())):
        if node.tag == "img" or (
            node.tag not in _INVISIBLE and any(_shows(child, found) for child in node.children)
        ):
            found.add(id(node))
    return found


def _shows(child: Node | str, found: set[int]) -> bool:
    return is_visible(child) if isinstance(child, str) else id(child) in found


def leaves(node: Node, *, shallow: bool = False) -> list[Leaf]:
    """Return the leaves of an element in document order, without its own heading.

    Args:
        node: a section, the document, or any element below.
        shallow: leave out the sub-sections.
    """
    found: list[Leaf] = []
    if node.heading is not None or node.tag == "document":
        _section_leaves(node, shallow, found)
    else:
        _block_leaves(node, (), found)
    return found


def _section_leaves(section: Node, shallow: bool, found: list[Leaf]) -> None:
    for child in section.elements():
        if child.heading is None:
            _block_leaves(child, (), found)
        elif not shallow:
            _add(found, "heading", inline_text(child.heading), child.heading, ())
            _section_leaves(child, shallow, found)


def _block_leaves(node: Node, inside: tuple[str, ...], found: list[Leaf]) -> None:
    tag = node.tag
    if tag == "pre":
        _add(found, "code", code_text(node), node, inside)
    elif tag in {"tr", "thead"} and not any(child.tag == "tr" for child in node.elements()):
        cells = [cell_text(cell) for cell in node.elements() if cell.tag in {"td", "th"}]
        _add(found, "row", "\t".join(cells), node, inside)
    elif tag in {"td", "th"}:
        _add(found, "paragraph", cell_text(node), node, inside)
    elif node.level:
        _add(found, "heading", inline_text(node), node, inside)
    elif tag == "table":
        _container_leaves(node, (*inside, "table"), found)
    elif tag in {"ul", "ol", "dl"}:
        _container_leaves(node, (*inside, "list"), found)
    elif tag in {"blockquote", "footnote"}:
        _container_leaves(node, (*inside, "quote" if tag == "blockquote" else "footnote"), found)
    elif tag == "li":
        _item_leaves(node, inside, found)
    else:
        _container_leaves(node, inside, found)


def _container_leaves(node: Node, inside: tuple[str, ...], found: list[Leaf]) -> None:
    for run in _runs(node):
        if isinstance(run, Node):
            _block_leaves(run, inside, found)
        else:
            _add(found, "paragraph", _collapse(_raw(run)), node, inside)


def _item_leaves(item: Node, inside: tuple[str, ...], found: list[Leaf]) -> None:
    """Add an item's own text, paragraphs joined, and then what is nested in it, in order."""
    own: list[str] = []
    for run in _runs(item):
        if not isinstance(run, Node):
            own.append(_collapse(_raw(run)))
        elif run.tag == "p":
            own.append(inline_text(run))
        else:
            _add(found, "item", "\n".join(filter(None, own)), item, inside)
            own = []
            _block_leaves(run, inside, found)
    _add(found, "item", "\n".join(filter(None, own)), item, inside)


def _runs(node: Node) -> Iterator[Node | list[Node | str]]:
    """Yield block children, and each stretch of inline children between them as a list."""
    run: list[Node | str] = []
    for child in node.children:
        if isinstance(child, Node) and child.tag in BLOCKS:
            if run:
                yield run
                run = []
            yield child
        else:
            run.append(child)
    if run:
        yield run


def one_line(text: str) -> str:
    """Return visible text with its line breaks read on: a space, or between two CJK characters nothing."""
    return _CJK_BREAK.sub("", text).replace("\n", " ") if "\n" in text else text


def cell_text(cell: Node) -> str:
    """Return the visible text of a table cell, on one line."""
    return one_line(_collapse(_raw(cell.children)))


def code_text(node: Node) -> str:
    """Return the text of a code block as it stands, without the line break at its end."""
    return _raw(node.children).replace(_BREAK, "\n").removesuffix("\n")


def _raw(children: list[Node | str]) -> str:
    parts: list[str] = []
    _collect(children, parts)
    return "".join(parts)


def _collect(children: list[Node | str], parts: list[str]) -> None:
    for child in children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag == "br":
            parts.append(_BREAK)
        elif child.tag not in _INVISIBLE:
            is_block = child.tag in BLOCKS
            if is_block:
                parts.append(_BREAK)
            _collect(child.children, parts)
            if is_block:
                parts.append(_BREAK)


def _collapse(raw: str) -> str:
    """Collapse white space as a browser does; a line break between two CJK characters is no space."""
    if "\n" in raw and not raw.isascii():
        raw = _CJK_BREAK.sub("", raw)
    raw = _SPACE.sub(" ", raw)
    if _BREAK not in raw:
        return raw.strip(" ")
    return "\n".join(line for part in raw.split(_BREAK) if (line := part.strip(" ")))


def _add(found: list[Leaf], kind: LeafKind, text: str, node: Node, inside: tuple[str, ...]) -> None:
    if is_visible(text):
        found.append(Leaf(kind, text, node, inside))
