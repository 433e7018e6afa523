"""Read Markdown (CommonMark, tables, strikethrough, task lists, footnotes) into a tree.

The parser is pulldown-cmark, which is linear in hostile input and reports byte ranges. Raw HTML is read
into the same tree, so that ``<b>``, ``<table>`` and hidden elements mean what they mean in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyromark

from inst_trans_env.lift.document.builder import TreeBuilder
from inst_trans_env.lift.document.html_tokens import Token, tokens
from inst_trans_env.lift.document.node import Node

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
)
_PLAIN_TAGS = {
    "Paragraph": "p",
    "Item": "li",
    "TableHead": "thead",
    "TableRow": "tr",
    "TableCell": "td",
    "Emphasis": "em",
    "Strong": "strong",
    "Strikethrough": "del",
    "HtmlBlock": "",
}


_ROW = {"Start": "TableRow"}
_CELL = ({"Start": "TableCell"}, {"End": "TableCell"})
Event = tuple[Any, Any]
"""What the parser reports, and its range of bytes: ``start`` and ``end``."""


def read_markdown(data: bytes) -> Node:
    """Return the document's tree; offsets are bytes of `data` (UTF-8)."""
    return _MarkdownReader().read(data)


class _MarkdownReader:
    def __init__(self) -> None:
        self._tree = TreeBuilder()
        self._html: list[tuple[str, int]] = []
        self._in_html_block = False

    def read(self, data: bytes) -> Node:
        events = pyromark.events_with_range(data.decode("utf-8"), options=_OPTIONS)
        for event, span in _without_padding(events):
            start, end = span["start"], span["end"]
            if isinstance(event, str):
                self._mark(event, start, end)
                continue
            for kind, value in event.items():
                self._detailed(kind, value, start, end)
        return self._tree.finish(len(data))

    def _mark(self, event: str, start: int, end: int) -> None:
        if event == "SoftBreak":
            self._tree.text("\n")
        elif event == "HardBreak":
            self._tree.leaf("br", start, end)
        elif event == "Rule":
            self._tree.leaf("hr", start, end)

    def _detailed(self, kind: str, value: Any, start: int, end: int) -> None:
        if kind == "Text":
            self._text(value, start)
        elif kind == "Start":
            self._start(value, start)
        elif kind == "End":
            self._end(value, end)
        else:
            self._other(kind, value, start, end)

    def _text(self, text: str, start: int) -> None:
        if self._in_html_block:
            self._html.append((text, start))
        else:
            self._tree.text(text)

    def _start(self, value: Any, start: int) -> None:
        if isinstance(value, str):
            if value == "HtmlBlock":
                self._in_html_block = True
            else:
                self._tree.open(_PLAIN_TAGS.get(value, "div"), start)
            return
        (kind, detail), *_ = value.items()
        tag, attrs = _DETAILED[kind](detail)
        self._tree.open(tag, start, attrs)

    def _end(self, value: Any, end: int) -> None:
        if value != "HtmlBlock":
            self._tree.close(end)
            return
        self._in_html_block = False
        html = "".join(text for text, _ in self._html)
        places = _Places(self._html)
        for token in tokens(html):
            self._token(token, places.offset(token.start), places.offset(token.end))
        self._html.clear()

    def _other(self, kind: str, value: Any, start: int, end: int) -> None:
        if kind == "Code":
            self._tree.leaf("code", start, end).children.append(value)
        elif kind == "Html":
            self._html.append((value, start))
        elif kind == "InlineHtml":
            for token in tokens(value):
                self._token(token, start, end)
        elif kind == "FootnoteReference":
            self._tree.leaf("footnote-ref", start, end, {"label": value})
        elif kind == "TaskListMarker":
            self._tree.leaf("task", start, end, {"checked": "true" if value else "false"})

    def _token(self, token: Token, start: int, end: int) -> None:
        if token.kind == "text":
            self._tree.text(token.data)
        elif token.kind == "open":
            self._tree.html_open(token.data, token.attrs, start, end)
        else:
            self._tree.html_close(token.data, end)


def _without_padding(events: Iterable[Event]) -> Iterator[Event]:
    """Leave out the cells that the parser adds to a short row, but for one: rows times columns must not cost.

    Such a cell takes up no room at the very end of its row; one is enough to say that the row has an empty cell.
    """
    row_end = padding = 0
    for event, span in events:
        if event == _ROW:
            row_end, padding = span["end"], 0
        elif span["start"] == row_end == span["end"] and event in _CELL:
            padding += 1
            if padding > 2:
                continue
        yield event, span


class _Places:
    """Where the lines of an HTML block stand in the source; asked in ascending order."""

    def __init__(self, pieces: list[tuple[str, int]]) -> None:
        self._starts: list[tuple[int, int]] = []
        position = 0
        for text, start in pieces:
            self._starts.append((position, start))
            position += len(text)
        self._index = 0

    def offset(self, position: int) -> int:
        """Return the byte offset of the line that holds a position in the block, plus the way into it."""
        starts = self._starts
        while self._index + 1 < len(starts) and starts[self._index + 1][0] <= position:
            self._index += 1
        begin, start = starts[self._index]
        return start + position - begin


def _language(info: str) -> dict[str, str]:
    return {"language": "".join(info.split(maxsplit=1)[:1]), "info": info}


_DETAILED: dict[str, Callable[[Any], tuple[str, dict[str, str]]]] = {
    "Heading": lambda detail: (detail["level"].lower(), {}),
    "List": lambda start: ("ul", {}) if start is None else ("ol", {"start": str(start)}),
    "CodeBlock": lambda detail: ("pre", _language(detail["Fenced"] if isinstance(detail, dict) else "")),
    "Link": lambda link: ("a", {"href": link["dest_url"], "title": link["title"], "type": link["link_type"]}),
    "Image": lambda image: ("img", {"src": image["dest_url"], "title": image["title"]}),
    "FootnoteDefinition": lambda label: ("footnote", {"label": label}),
    "Table": lambda _: ("table", {}),
    "BlockQuote": lambda _: ("blockquote", {}),
}
"""Openings that carry details -> tag and attributes."""
