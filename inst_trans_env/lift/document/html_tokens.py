"""Cut HTML into tags and text in linear time, with offsets.

Written out because the standard parser is quadratic in unclosed comments and attributes, and the tree
parsers keep no offsets. Follows the tokenizer of the HTML standard where it matters for what is visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Literal

_NAME = re.compile(r"/?[A-Za-z][^\s/>]*+")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?P<name>[^\s/>][^\s/>=]*+)"""
    r"""(?:\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s>]++)))?+"""
)
_END = re.compile(r"[\s/]*+>")
_RAW_TEXT = frozenset({"script", "style", "title", "iframe", "noscript"})


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of HTML: an opening tag, a closing tag, or text with its entities decoded."""

    kind: Literal["open", "close", "text"]
    start: int
    end: int
    data: str
    attrs: Mapping[str, str]


def tokens(html: str) -> Iterator[Token]:
    """Yield tags and text; comments, doctypes and processing instructions are left out."""
    position = 0
    while position < len(html):
        start = html.find("<", position)
        if start < 0:
            start = len(html)
        if start > position:
            yield Token("text", position, start, unescape(html[position:start]), {})
        if start == len(html):
            return
        token, position = _markup(html, start)
        if token is None:
            continue
        yield token
        if token.kind == "open" and token.data in _RAW_TEXT:
            position = _skip_raw_text(html, position, token.data)


def _markup(html: str, start: int) -> tuple[Token | None, int]:
    """Read what begins with ``<`` at `start`; return the token, if any, and where to go on."""
    if html.startswith("<!--", start):
        return None, _after(html, "-->", start + 2)
    if html.startswith(("<!", "<?"), start):
        return None, _after(html, ">", start)
    name = _NAME.match(html, start + 1)
    if name is None:
        return Token("text", start, start + 1, "<", {}), start + 1
    return _tag(html, start, name.group().lower(), name.end())


def _tag(html: str, start: int, name: str, position: int) -> tuple[Token | None, int]:
    attrs: dict[str, str] = {}
    while (end := _END.match(html, position)) is None:
        attribute = _ATTRIBUTE.match(html, position)
        if attribute is None:
            return None, len(html)
        value = attribute["double"] or attribute["single"] or attribute["bare"] or ""
        attrs.setdefault(attribute["name"].lower(), unescape(value))
        position = attribute.end()
    if name[0] == "/":
        return Token("close", start, end.end(), name[1:], {}), end.end()
    return Token("open", start, end.end(), name, attrs), end.end()


def _skip_raw_text(html: str, position: int, name: str) -> int:
    end = re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE).search(html, position)
    return end.start() if end else len(html)


def _after(html: str, mark: str, start: int) -> int:
    found = html.find(mark, start)
    return len(html) if found < 0 else found + len(mark)
