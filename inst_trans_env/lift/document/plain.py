"""Read plain text into a tree: paragraphs between blank lines, and nothing else."""

from __future__ import annotations

import re

from inst_trans_env.lift.document.node import Node

_BLANK_LINE = re.compile(r"\n[ \t\r\f]*\n\s*")


def read_text(text: str) -> Node:
    """Return a document of paragraphs whose line breaks are kept; offsets are code points of `text`."""
    root = Node("document", 0, len(text))
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        _add_paragraph(root, text, start, gap.start())
        start = gap.end()
    _add_paragraph(root, text, start, len(text))
    return root


def _add_paragraph(root: Node, text: str, start: int, end: int) -> None:
    lines = text[start:end].strip().split("\n")
    if not any(lines):
        return
    node = Node("p", start, end)
    for index, line in enumerate(lines):
        if index:
            node.children.append(Node("br", start, start))
        node.children.append(line)
    root.children.append(node)
