"""The flow of a marked-up text: its blocks in order, and what stands between them."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field

from inst_trans_env.text.html_names import BLOCK, CODE, HTML
from inst_trans_env.text.markup import Token

_AMBIGUOUS = frozenset(
    "link option menu summary details dialog header footer main title legend caption".split()
)
"""Blocks of HTML whose names other XML uses inside sentences: what stands beside them decides."""
_SEPARATORS = " \t\r\n\f\u00a0\u3000,.;:!?，。；：！？、…"
"""What may come and go between blocks with the punctuation of a language."""
_XLIFF = frozenset("g x bx ex bpt ept ph it mrk pc sc ec sm em cp xliff:g".split())


@dataclass(slots=True)
class Run:
    """What follows one block tag up to the next: whether there is text, and which inline elements begin."""

    tag: str
    start: int
    end: int
    has_text: bool = False
    inline: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Flow:
    """All runs, and for every inline element its key, its inline parent and whether it holds anything."""

    runs: list[Run]
    contents: list[tuple[str, str, bool]]
    blocks: frozenset[str]


@dataclass(slots=True)
class _Open:
    """An element that is not closed yet."""

    name: str
    key: str
    holds: bool = False


def flow(
    text: str, tokens: list[Token], key: Callable[[Token], str], blocks: frozenset[str] | None = None
) -> Flow:
    """Read the flow of a text. Names outside HTML are blocks where `blocks` (those of the source) says so."""
    tokens = [token for token in tokens if token.kind in ("open", "close", "single", "body")]
    if blocks is None:
        blocks = (BLOCK - _AMBIGUOUS) | {"br"} | _structural(text, tokens)
    result = Flow([Run("", 0, 0)], [], blocks)
    stack: list[_Open] = []
    at = 0
    for token in tokens:
        _text(text, at, token.start, result, stack)
        at = token.end
        if token.kind == "body":
            continue
        if token.name in blocks:
            result.runs.append(Run(key(token), token.start, token.end))
        elif token.kind != "close":
            result.runs[-1].inline.append(key(token))
        _nest(token, key(token), result, stack)
    _text(text, at, len(text), result, stack)
    while stack:
        _leave(result, stack)
    return result


def _text(text: str, start: int, end: int, result: Flow, stack: list[_Open]) -> None:
    if start < end and html.unescape(text[start:end]).strip(_SEPARATORS):
        result.runs[-1].has_text = True
        result.runs[-1].end = end
        if stack:
            stack[-1].holds = True


def _nest(token: Token, key: str, result: Flow, stack: list[_Open]) -> None:
    """Keep the stack of open elements; whatever an element holds, its parent holds too."""
    if token.kind == "open":
        stack.append(_Open(token.name, key))
    elif token.kind == "single":
        if stack and token.name != "br":
            stack[-1].holds = True
    elif stack and stack[-1].name == token.name:
        _leave(result, stack)


def _leave(result: Flow, stack: list[_Open]) -> None:
    element = stack.pop()
    parent = stack[-1] if stack else None
    if parent is not None:
        parent.holds = parent.holds or element.holds
    if element.name not in CODE:
        result.contents.append((element.key, parent.key if parent else "", element.holds))


def _structural(text: str, tokens: list[Token]) -> frozenset[str]:
    """Return names that structure a document: they stand in no sentence, and in nothing that stands in one."""
    inside: dict[str, set[str]] = {}
    stack: list[tuple[str, set[str], bool]] = [("", set(), False)]
    prose: set[str] = set()
    at = 0
    for token in tokens:
        name, children, has_text = stack.pop()
        stack.append((name, children, has_text or bool(text[at : token.start].strip())))
        at = token.end
        if token.kind in ("open", "single"):
            children.add(token.name)
        if token.kind == "open":
            stack.append((token.name, set(), False))
        elif token.kind == "close" and len(stack) > 1:
            _settle(*stack.pop(), inside, prose)
    name, children, has_text = stack.pop()
    stack.append((name, children, has_text or bool(text[at:].strip())))
    while stack:
        _settle(*stack.pop(), inside, prose)
    waiting = list(prose)
    while waiting:
        new = inside.get(waiting.pop(), set()) - prose
        prose |= new
        waiting += new
    names = set().union(*inside.values()) - prose
    return frozenset(n for n in names if (n not in HTML or n in _AMBIGUOUS) and n not in _XLIFF)


def _settle(
    name: str, children: set[str], has_text: bool, inside: dict[str, set[str]], prose: set[str]
) -> None:
    """Note which elements stand in an element of a name, and that they stand in a sentence if it has text."""
    inside.setdefault(name, set()).update(children)
    if has_text:
        prose.update(children)
