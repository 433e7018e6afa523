"""The lists of a scope with their nesting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inst_trans_env.lift.document import Node
from inst_trans_env.lift.scope import Scope

ListKindName = Literal["bullet", "ordered"]


@dataclass(frozen=True, slots=True)
class ListElement:
    """A list; depth 1 is an outermost list of the scope."""

    node: Node
    kind: ListKindName
    depth: int


@dataclass(frozen=True, slots=True)
class Item:
    """A list item: its own visible text, the kind and depth of its list, and how many items are below."""

    node: Node
    text: str
    kind: ListKindName
    depth: int
    is_task: bool
    sub_items: int


def lists(scope: Scope) -> list[ListElement]:
    """Return the lists of a scope that show something, in order. A list or an item may be the scope itself."""
    found: list[ListElement] = []
    if scope.node.tag == "li":
        _collect(scope, scope.node, 0, found)
        return found
    nested: set[int] = set()
    for node in scope.find("ul", "ol"):
        if id(node) not in nested:
            before = len(found)
            _collect(scope, Node("", 0, children=[node]), 0, found)
            nested.update(id(element.node) for element in found[before:])
    return found


def items(scope: Scope) -> list[Item]:
    """Return the items of all lists of a scope, but for those that show nothing."""
    texts = {id(node): text for node, text in scope.items}
    return [
        Item(item, texts.get(id(item), ""), found.kind, found.depth, _is_task(item), _sub_items(scope, item))
        for found in lists(scope)
        for item in found.node.elements()
        if item.tag == "li" and scope.shows(item)
    ]


def _collect(scope: Scope, node: Node, depth: int, found: list[ListElement]) -> None:
    for child in node.elements():
        below = depth
        if child.tag in {"ul", "ol"}:
            if not scope.shows(child):
                continue
            below += 1
            found.append(ListElement(child, "bullet" if child.tag == "ul" else "ordered", below))
        _collect(scope, child, below, found)


def _is_task(item: Node) -> bool:
    inner = [item, *(child for child in item.elements() if child.tag == "p")]
    return any(child.tag == "task" for node in inner for child in node.elements())


def _sub_items(scope: Scope, item: Node) -> int:
    return sum(
        grandchild.tag == "li" and scope.shows(grandchild)
        for child in item.elements()
        if child.tag in {"ul", "ol"}
        for grandchild in child.elements()
    )
