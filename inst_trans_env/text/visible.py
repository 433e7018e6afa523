"""What a reader sees of a text: markup, code, link targets, addresses and placeholders are taken out."""

from __future__ import annotations

import html
import re

from inst_trans_env.text.html_names import BLOCK, CODE
from inst_trans_env.text.icu import Argument, IcuError, has_branches, parse_branches
from inst_trans_env.text.markdown import Markdown, has_signs, mask, parse
from inst_trans_env.text.markdown_inline import Range, emphasis
from inst_trans_env.text.markup import Token, scan
from inst_trans_env.text.placeholders import find_placeholders
from inst_trans_env.text.verbatim import find_verbatim, may_hold_urls

_LINE_MARKERS = re.compile(
    r"^[ \t]*(?:(?:>[ \t]?|[-+*][ \t]+|\d{1,9}[.)][ \t]+)*#{1,6}[ \t]+|(?:>[ \t]?|[-+*][ \t]+)+"
    r"|[-=*_]{3,}[ \t]*$"
    r"|\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)$)",
    re.MULTILINE,
)
_KEEP, _DROP, _BLANK, _BREAK = 0, 1, 2, 3
_HIDDEN = re.compile(rb"[\x01-\x03]+")


_SIGNS = re.compile(r"[<{@%$#\\&]")


def is_plain(text: str, colons: frozenset[str] = frozenset()) -> bool:
    """Whether the text has no sign of anything that is no prose: then a reader sees all of it as it is."""
    return not (
        _SIGNS.search(text) or has_signs(text) or may_hold_urls(text) or (":" in text and bool(colons))
    )


class _Cut:
    """Marks what is taken out, code point by code point, so that overlaps do no harm."""

    def __init__(self, length: int) -> None:
        self.marks = bytearray(length)

    def out(self, start: int, end: int, blank: bool = True, breaks: bool = False) -> None:
        """Take a range out; a blank stands for it unless it glues, as the tags of inline elements do."""
        if start < end:
            self.marks[start:end] = bytes([_DROP]) * (end - start)
            if blank:
                self.marks[start] = _BREAK if breaks else _BLANK

    def apply(self, text: str) -> str:
        return "".join(
            " " if mark >= _BLANK else char
            for char, mark in zip(text, self.marks, strict=True)
            if mark != _DROP
        )


def visible_text(text: str, colons: frozenset[str] = frozenset()) -> str:
    """Return the text without markup, code, addresses and placeholders; entities become characters.

    Taken out are tags, comments, script, style, code, Markdown markers and link targets, URLs, e-mail
    addresses, mask tokens, placeholders and the syntax of ICU messages. Linear in the length of the text.
    """
    return html.unescape(_cut(text, colons).apply(text))


def hidden_ranges(text: str, colons: frozenset[str] = frozenset()) -> list[tuple[int, int, int]]:
    """Return what `visible_text` takes out, in order: start, end, and what stands for it.

    Nothing (1) stands for inline tags, a gap (2) for code or a URL, a line break (3) for a block's tag.
    """
    marks = _cut(text, colons).marks
    return [(match.start(), match.end(), max(match[0])) for match in _HIDDEN.finditer(marks)]


def _cut(text: str, colons: frozenset[str]) -> _Cut:
    cut = _Cut(len(text))
    markdown = parse(text)
    hidden = mask(text, _code_ranges(markdown))
    tokens = scan(hidden)
    _cut_markdown(cut, text, hidden, markdown, tokens)
    _cut_markup(cut, tokens)
    _cut_branches(cut, text)
    for found in find_verbatim(text):
        cut.out(found.start, found.end)
    for placeholder in find_placeholders(text, colons):
        if placeholder.kind != "bare":
            cut.out(placeholder.start, placeholder.end)
    return cut


def _code_ranges(markdown: Markdown) -> list[Range]:
    ranges = [(code.start, code.end) for code in markdown.codes]
    return sorted(ranges + [(fence.start, fence.end) for fence in markdown.fences])


def _cut_markdown(cut: _Cut, text: str, hidden: str, markdown: Markdown, tokens: list[Token]) -> None:
    for start, end in _code_ranges(markdown):
        cut.out(start, end)
    for link in markdown.links:
        cut.out(link.start, link.start + 1 + link.image, blank=False)
        cut.out(link.label_end, link.end)
    tags = [(token.start, token.end) for token in tokens if token.kind != "word"]
    for _, opener, closer in emphasis(hidden, markdown.regions, tags).pairs:
        cut.out(*opener, blank=False)
        cut.out(*closer, blank=False)
    for match in _LINE_MARKERS.finditer(text) if markdown.regions else ():
        cut.out(*match.span())


def _cut_markup(cut: _Cut, tokens: list[Token]) -> None:
    """Take out tags, and everything between the tags of an element whose body is no prose."""
    depth, since = 0, 0
    for token in tokens:
        if token.kind == "word":
            continue
        breaks = token.name in BLOCK or token.name == "br"
        cut.out(token.start, token.end, breaks or token.kind not in ("open", "close"), breaks)
        if token.name in CODE and token.kind in ("open", "close"):
            if token.kind == "open":
                since = token.end if depth == 0 else since
                depth += 1
            elif depth:
                depth -= 1
                if depth == 0:
                    cut.out(since, token.start)


def _cut_branches(cut: _Cut, text: str, base: int = 0, level: int = 0) -> None:
    """Take out the syntax of ICU messages; the texts of their branches stay."""
    if level > 5 or not has_branches(text):
        return
    try:
        arguments = parse_branches(text, level > 0)
    except IcuError:
        return
    for argument in arguments:
        _cut_argument(cut, argument, base, level)


def _cut_argument(cut: _Cut, argument: Argument, base: int, level: int) -> None:
    at = argument.start
    for branch in argument.branches:
        cut.out(base + at, base + branch.start)
        at = branch.start + len(branch.text)
        _cut_branches(cut, branch.text, base + branch.start, level + 1)
    cut.out(base + at, base + argument.end)
