"""Markdown of a text: blocks by a CommonMark parser with tables, inline parts by `markdown_inline`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from inst_trans_env.text.markdown_inline import Code, Link, Range, code_spans, links, normalize_label
from inst_trans_env.text.remember import remembered

_SIGN = re.compile(r"[`*_|\[]")
_FIRST_LINE = re.compile(r"[ \t]*(?:[-+#>=~]|\d{1,9}[.)])")
_LATER_LINE = re.compile(rf"\n{_FIRST_LINE.pattern}")


# Stricter than CommonMark: the destination looks like one, so that `[T]: sometimes` is no definition.
_DEFINITION = re.compile(
    r"^ {0,3}\[([^\[\]\n]{1,200})\]:[ \t]*<?((?=[^\s<>]{0,2000}?[./#:])[^\s<>]{1,2000})>?[ \t]*"
    r"(?:[\"'(][^\n]{0,500}[\"')][ \t]*)?$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A block event.

    Attributes:
        kind: heading, hr, fence, table, text, or ul, ol, item, quote with ``(`` for begin and ``)`` for end.
        detail: heading level, info string of a fence, cells per row of a table (``2-2-2``), number of a list.
        content: the text of a heading, the code of a fence.
        start: first code point of the block's first line (0 for ends).
        end: code point behind its last line.
    """

    kind: str
    detail: str = ""
    content: str = ""
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class Markdown:
    """All Markdown of a text, with places in it."""

    blocks: list[Block] = field(default_factory=list)
    regions: list[Range] = field(default_factory=list)
    codes: list[Code] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)

    @property
    def fences(self) -> list[Block]:
        """The fenced code blocks."""
        return [block for block in self.blocks if block.kind == "fence"]


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """Return the block parser; inline parsing is off, and it keeps no state between texts."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable("inline")
    parser.block.ruler.disable("reference")
    return parser


def has_signs(text: str) -> bool:
    """Whether the text holds what any Markdown needs: one of its signs, or a line that begins like a block."""
    return bool(_SIGN.search(text) or _FIRST_LINE.match(text) or _LATER_LINE.search(text))


def parse(text: str) -> Markdown:
    """Parse a text; the result is shared. A text without any sign of Markdown costs a search."""
    if has_signs(text):
        return _parse(text)
    return Markdown([Block("text", start=0, end=len(text))] if text.strip() else [])


@remembered
def _parse(text: str) -> Markdown:
    result = Markdown()
    paragraphs = _paragraphs(text)
    if paragraphs is None:
        tokens = _parser().parse(text)
        lines = _line_starts(text)
        result.blocks = list(_blocks(tokens, text, lines))
        result.regions = _regions(tokens, lines)
    else:
        result.blocks = [Block("text", start=start, end=end) for start, end in paragraphs]
        result.regions = paragraphs
    for start, end in result.regions:
        result.codes += code_spans(text, start, end)
    definitions = [match for start, end in result.regions for match in _DEFINITION.finditer(text, start, end)]
    references = {normalize_label(match[1]): match[2] for match in definitions}
    result.definitions = [match[2] for match in definitions]
    hidden = mask(text, [(code.start, code.end) for code in result.codes])
    for start, end in result.regions:
        result.links += links(hidden, start, end, references)
    return result


def _paragraphs(text: str) -> list[Range] | None:
    """Return the paragraphs of a text that has nothing else; None when only the parser can tell.

    A line that begins with a letter opens no block but a paragraph, and goes on with one.
    """
    if "\r" in text:
        return None
    found: list[Range] = []
    at, inside = 0, False
    for line in text.split("\n"):
        end = min(at + len(line) + 1, len(text))
        if line[:1].isalpha():
            found.append((found.pop()[0] if inside else at, end))
            inside = True
        elif line.strip(" \t"):
            return None
        else:
            inside = False
        at = end
    return found


def mask(text: str, ranges: list[Range], filler: str = "\ufffc") -> str:
    """Replace everything in ascending ranges by a filler of the same length."""
    parts, at = [], 0
    for start, end in ranges:
        parts += [text[at:start], filler * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _line_starts(text: str) -> list[int]:
    """Return where each line begins as the parser counts lines, plus the end of the text."""
    starts = [0]
    starts += (match.end() for match in re.finditer(r"\r\n|\n|\r", text))
    return [*starts, len(text), len(text)]


def _regions(tokens: list[Token], lines: list[int]) -> list[Range]:
    """Return the ranges that hold inline text; the cells of a table row share one."""
    seen = {(token.map[0], token.map[1]) for token in tokens if token.type == "inline" and token.map}
    return [(lines[first], lines[min(last, len(lines) - 1)]) for first, last in sorted(seen)]


_PIPE = re.compile(r"(?<!\\)\|")
_PLAIN = ("paragraph_open", "html_block", "code_block")
_PAIRED = {"bullet_list": "ul", "ordered_list": "ol", "list_item": "item", "blockquote": "quote"}


def _blocks(tokens: list[Token], text: str, lines: list[int]) -> Iterator[Block]:
    index = 0
    while index < len(tokens):
        token = tokens[index]
        start, end = (lines[token.map[0]], lines[min(token.map[1], len(lines) - 1)]) if token.map else (0, 0)
        stem, _, edge = token.type.rpartition("_")
        if token.type in _PLAIN:
            yield Block("text", start=start, end=end)
        elif token.type == "heading_open":
            yield Block("heading", token.tag[1:], tokens[index + 1].content, start, end)
        elif token.type == "hr":
            yield Block("hr", start=start, end=end)
        elif token.type == "fence":
            yield Block("fence", " ".join(token.info.split()), token.content, start, end)
        elif stem in _PAIRED:
            opening = edge == "open"
            yield Block(
                _PAIRED[stem] + ("(" if opening else ")"), token.info if opening else "", "", start, end
            )
        elif token.type == "table_open":
            size, index = _table(tokens, index, text, lines)
            yield Block("table", size, "", start, end)
        index += 1


def _table(tokens: list[Token], index: int, text: str, lines: list[int]) -> tuple[str, int]:
    """Return the numbers of cells that the rows of a table are written with, and where the table closes."""
    cells: list[str] = []
    while tokens[index].type != "table_close":
        row = tokens[index].map if tokens[index].type == "tr_open" else None
        if row is not None:
            line = text[lines[row[0]] : lines[row[0] + 1]].strip().lstrip("> \t")
            cells.append(str(len(_PIPE.findall(line.removeprefix("|").removesuffix("|"))) + 1))
        index += 1
    return "-".join(cells), index
