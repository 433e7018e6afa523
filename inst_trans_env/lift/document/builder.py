"""Build a tree of elements from a stream of openings, closings and text, as a browser would."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from inst_trans_env.lift.document.node import NO_ATTRIBUTES, Node

MAX_DEPTH = 100
"""Elements nested deeper become siblings at this depth, so that every walk of the tree may recurse."""

_MAX_OPEN_HTML = 100
"""Open raw HTML elements; further ones hold nothing. Bounds the search for the end tag's opening."""

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
HIDDEN = frozenset("head script style template title noscript iframe object svg".split())
BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer "
    "footnote form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_UNSEEN = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|(?:opacity|font-size):0(?:\.0+)?(?:[a-z%]+)?)(?:!|;|$)"
)
"""A style, without white space, that hides an element."""

_SYNONYMS = {"b": "strong", "i": "em", "s": "del", "strike": "del"}
_CELL = frozenset({"td", "th"})
_ROW = _CELL | {"tr"}
_GROUP = _ROW | {"thead", "tbody", "tfoot"}
_LIST = frozenset({"ul", "ol"})
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), _LIST),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "td": (_CELL, frozenset({"tr", "table"})),
    "th": (_CELL, frozenset({"tr", "table"})),
    "tr": (_ROW, frozenset({"table"})),
    "thead": (_GROUP, frozenset({"table"})),
    "tbody": (_GROUP, frozenset({"table"})),
    "tfoot": (_GROUP, frozenset({"table"})),
}
"""Tag -> (open elements that it ends, elements that it never looks beyond)."""
_ENDS_PARAGRAPH = (frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"}), BLOCKS - {"p"})


@dataclass(slots=True)
class _Open:
    node: Node
    is_html: bool


class TreeBuilder:
    """Collects a tree. Markdown's own elements close exactly; raw HTML closes leniently and only itself."""

    def __init__(self) -> None:
        """Start with an empty document."""
        self.root = Node("document", 0)
        self._stack = [_Open(self.root, False)]
        self._html_open = 0

    @property
    def _parent(self) -> Node:
        stack = self._stack
        return stack[-1 if len(stack) <= MAX_DEPTH else MAX_DEPTH - 1].node

    def open(self, tag: str, start: int, attrs: Mapping[str, str] = NO_ATTRIBUTES) -> Node:
        """Open an element of Markdown's."""
        node = Node(tag, start, -1, attrs)
        self._parent.children.append(node)
        self._stack.append(_Open(node, False))
        return node

    def close(self, end: int) -> None:
        """Close the innermost open element of Markdown's, and the raw HTML left open in it."""
        while len(self._stack) > 1:
            if not self._pop(end).is_html:
                return

    def leaf(self, tag: str, start: int, end: int, attrs: Mapping[str, str] = NO_ATTRIBUTES) -> Node:
        """Add an element without children."""
        node = Node(tag, start, end, attrs)
        self._parent.children.append(node)
        return node

    def text(self, text: str) -> None:
        """Add text to the innermost open element."""
        self._parent.children.append(text)

    def html_open(self, tag: str, attrs: Mapping[str, str], start: int, end: int) -> None:
        """Open a raw HTML element, ending those that its opening ends. Hidden ones join no parent."""
        tag = _SYNONYMS.get(tag, tag)
        if tag in _CLOSES:
            self._close_implied(*_CLOSES[tag], start)
        elif tag in BLOCKS:
            self._close_implied(*_ENDS_PARAGRAPH, start)
        node = Node(tag, start, end, attrs)
        if not _is_hidden(tag, attrs):
            self._parent.children.append(node)
        if tag not in VOID and self._html_open < _MAX_OPEN_HTML:
            self._stack.append(_Open(node, True))
            self._html_open += 1

    def html_close(self, tag: str, end: int) -> None:
        """Close a raw HTML element if one of that tag is open inside the current element of Markdown's."""
        tags = frozenset({_SYNONYMS.get(tag, tag)})
        depth = self._find_html(tags, frozenset())
        if depth is not None:
            self._pop_html(depth, end)
        elif tag in BLOCKS and self._stack[-1].node.tag == "p" and len(self._stack) > 1:
            self._close_around_paragraph(tags, end)

    def _close_around_paragraph(self, tags: frozenset[str], end: int) -> None:
        """End a block whose end tag stands in a paragraph inside it: ``<div>``, then ``text</div>``."""
        paragraph = self._stack.pop()
        depth = self._find_html(tags, frozenset())
        if depth is not None:
            self._pop_html(depth, end)
        self._stack.append(paragraph)

    def finish(self, end: int) -> Node:
        """Close everything and return the document."""
        while len(self._stack) > 1:
            self._pop(end)
        self.root.end = end
        return self.root

    def _pop(self, end: int) -> _Open:
        entry = self._stack.pop()
        entry.node.end = end
        self._html_open -= entry.is_html
        return entry

    def _close_implied(self, ended: frozenset[str], barrier: frozenset[str], end: int) -> None:
        while (depth := self._find_html(ended, barrier)) is not None:
            self._pop_html(depth, end)

    def _find_html(self, tags: frozenset[str], barrier: frozenset[str]) -> int | None:
        for depth in range(len(self._stack) - 1, 0, -1):
            entry = self._stack[depth]
            if not entry.is_html or (entry.node.tag in barrier and entry.node.tag not in tags):
                return None
            if entry.node.tag in tags:
                return depth
        return None

    def _pop_html(self, depth: int | None, end: int) -> None:
        while depth is not None and len(self._stack) > depth:
            self._pop(end)


def _is_hidden(tag: str, attrs: Mapping[str, str]) -> bool:
    if tag in HIDDEN or "hidden" in attrs:
        return True
    return _UNSEEN.search("".join(attrs.get("style", "").split()).lower()) is not None
