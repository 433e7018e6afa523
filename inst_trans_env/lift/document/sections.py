"""Nest a flat document by header level: a section holds its own blocks and then its sub-sections."""

from __future__ import annotations

from collections.abc import Iterator

from inst_trans_env.lift.document.builder import BLOCKS
from inst_trans_env.lift.document.node import Node

_TRANSPARENT = frozenset(
    "article aside body center details div footer form header html main nav section".split()
)
"""Containers that a heading is looked for in; headings in quotes, lists and tables head no section."""


def nest(flat: Node) -> Node:
    """Return the document with sections for headings, each under the last one of a lower level."""
    root = Node("document", flat.start, flat.end)
    open_sections = [root]
    for block in _flow(flat):
        if not block.level:
            open_sections[-1].children.append(block)
            continue
        while len(open_sections) > 1 and open_sections[-1].level >= block.level:
            open_sections.pop().end = block.start
        section = Node(block.tag, block.start, flat.end, heading=block)
        open_sections[-1].children.append(section)
        open_sections.append(section)
    return root


def _flow(container: Node) -> Iterator[Node]:
    """Yield the blocks of a container; text that stands bare between blocks becomes a paragraph."""
    run: list[Node | str] = []
    start = container.start
    for child in container.children:
        if isinstance(child, str) or not _is_block(child):
            run.append(child)
            continue
        yield from _paragraph(run, start, child.start)
        run, start = [], child.end
        if child.tag in _TRANSPARENT:
            yield from _flow(child)
        else:
            yield child
    yield from _paragraph(run, start, container.end)


def _is_block(node: Node) -> bool:
    return node.tag in BLOCKS


def _paragraph(run: list[Node | str], start: int, end: int) -> Iterator[Node]:
    if any(isinstance(child, Node) or child.strip() for child in run):
        begin = next((child.start for child in run if isinstance(child, Node)), start)
        yield Node("p", begin if isinstance(run[0], Node) else start, end, children=run)
