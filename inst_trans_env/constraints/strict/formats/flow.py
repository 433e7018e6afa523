"""The flow of a marked-up text: its blocks in order, and what stands between them."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field

from inst_trans_env.text.html_names import BLOCK, CODE, HTML
from inst_trans_env.text.markup import Token

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
        blocks = BLOCK | {"br"} | _structural(text, tokens)
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
    if start < end and html.unescape(text[start:end]).strip():
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
    """Return names of XML elements that structure a document: only white space stands beside them."""
    beside: set[str] = set()
    seen: set[str] = set()
    parents: list[list[str]] = [[]]
    texts = [False]
    at = 0
    for token in tokens:
        texts[-1] = texts[-1] or bool(text[at : token.start].strip())
        at = token.end
        if token.kind == "open":
            parents[-1].append(token.name)
            parents.append([])
            texts.append(False)
        elif token.kind == "single":
            parents[-1].append(token.name)
        elif len(parents) > 1:
            _settle(parents.pop(), texts.pop(), beside, seen)
    texts[0] = texts[0] or bool(text[at:].strip())
    while parents:
        _settle(parents.pop(), texts.pop(), beside, seen)
    return frozenset(name for name in seen - beside if name not in HTML and name not in _XLIFF)


def _settle(children: list[str], text: bool, beside: set[str], seen: set[str]) -> None:
    seen.update(children)
    if text:
        beside.update(children)
