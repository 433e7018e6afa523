"""Inline Markdown of one paragraph or cell: code spans, links and images, strong and emphasis.

An own pass instead of a library's: it gives places in the text, stays linear on any text, and reads emphasis
as writers of Chinese and Japanese mean it (CommonMark refuses ``**注意：**请``).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from inst_trans_env.text.chars import is_punctuation, is_wide

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Code:
    """A code span: its content and its place, backticks included."""

    content: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link or image: destination, and the places of its label and of everything from ``](`` on."""

    destination: str
    image: bool
    start: int
    label_end: int
    end: int


@dataclass(slots=True)
class Emphasis:
    """Pairs of markers: 1 for emphasis, 2 for strong, each with the places of its two markers."""

    pairs: list[tuple[int, Range, Range]] = field(default_factory=list)

    def count(self, size: int) -> int:
        """Return the number of spans of a size."""
        return sum(pair[0] == size for pair in self.pairs)


_TICKS = re.compile(r"`+")
# `word' and ``words'': quotation marks of older English software, no code.
_GNU_QUOTE = re.compile(r"`[^`'\n]{1,200}'(?![A-Za-z0-9({\[$\"'`])")
_TEX_QUOTE = re.compile(r"``[^`\n]{1,200}''")


def code_spans(text: str, start: int, end: int) -> list[Code]:
    """Return the code spans between two places of a text."""
    runs = [(m.start(), m.end()) for m in _TICKS.finditer(text, start, end)]
    waiting: dict[int, deque[int]] = {}
    for index, (first, last) in enumerate(runs):
        waiting.setdefault(last - first, deque()).append(index)
    found: list[Code] = []
    at = 0
    while at < len(runs):
        first, last = runs[at]
        same = waiting[last - first]
        while same and same[0] <= at:
            same.popleft()
        if not same or _is_quote(text, first, last, end) or _escaped(text, first, start):
            at += 1
            continue
        close = runs[same[0]]
        found.append(Code(_content(text[last : close[0]]), first, close[1]))
        at = same[0] + 1
    return found


def _is_quote(text: str, first: int, last: int, end: int) -> bool:
    pattern = {1: _GNU_QUOTE, 2: _TEX_QUOTE}.get(last - first)
    return pattern is not None and pattern.match(text, first, end) is not None


def _escaped(text: str, at: int, start: int) -> bool:
    """Whether an odd number of backslashes stands before `at` (at most a few are looked at)."""
    count = 0
    while at - count > start and text[at - count - 1] == "\\" and count < 20:
        count += 1
    return count % 2 == 1


def _content(raw: str) -> str:
    """Apply CommonMark's rule for the blanks at the ends of a code span."""
    content = raw.replace("\n", " ")
    if len(content) > 2 and content[0] == content[-1] == " " and content.strip():
        return content[1:-1]
    return content


_BRACKETS = re.compile(r"\\.|!?\[|\]", re.DOTALL)
# Parentheses nest twice at most, so that every character is looked at a bounded number of times.
_DESTINATION = re.compile(
    r"\s*+(?:<([^<>\n]{0,2000})>"
    r"|((?:[^\s()<\\]++|\\.|\((?:[^\s()\\]++|\\.|\([^\s()]*+\))*+\))*+))"
)
_TITLE = re.compile(r"(?:\s++(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^()]{0,500}\)))?\s*+\)")
_REFERENCE = re.compile(r"\[([^\[\]]{0,200})\]")
_SPACES = re.compile(r"\s+")


def links(text: str, start: int, end: int, references: Mapping[str, str]) -> list[Link]:
    """Return the links and images between two places; `references` maps labels to destinations."""
    opened: list[tuple[int, bool]] = []
    found: list[Link] = []
    at = start
    while match := _BRACKETS.search(text, at, end):
        at = match.end()
        if match[0][0] == "\\":
            continue
        if match[0] != "]":
            opened.append((match.start(), match[0] == "!["))
        elif opened:
            link = _link(text, opened.pop(), match.start(), end, references)
            if link is not None:
                found.append(link)
                at = max(at, link.end)
    return found


def _link(
    text: str, opener: tuple[int, bool], close: int, end: int, references: Mapping[str, str]
) -> Link | None:
    first, image = opener
    after = close + 1
    if text[after : after + 1] == "(" and after < end:
        inline = _destination(text, after + 1, end)
        if inline is not None and not _is_call(text, first, inline[0]):
            return Link(inline[0], image, first, close, inline[1])
    if not references:
        return None
    label = _REFERENCE.match(text, after, end)
    name = (label[1] if label else "") or text[first + 1 + image : min(close, first + 202)]
    destination = references.get(normalize_label(name))
    if destination is None:
        return None
    return Link(destination, image, first, close, label.end() if label else after)


def _is_call(text: str, first: int, destination: str) -> bool:
    """Whether ``name[key](argument)`` stands there, as in program text."""
    before = text[first - 1 : first]
    return before.isascii() and before.isalnum() and not any(char in destination for char in "/.#:")


def _destination(text: str, at: int, end: int) -> tuple[str, int] | None:
    """Read ``dest "title")`` from behind the opening parenthesis; return destination and end."""
    match = _DESTINATION.match(text, at, end)
    closed = _TITLE.match(text, match.end(), end) if match else None
    if match is None or closed is None:
        return None
    return match[1] if match[1] is not None else match[2], closed.end()


def normalize_label(label: str) -> str:
    """Fold a link label as CommonMark compares labels."""
    return _SPACES.sub(" ", label.strip()).casefold()


_MARKERS = re.compile(r"\\.|\*+|_+", re.DOTALL)


def emphasis(text: str, regions: Iterable[Range], skip: Iterable[Range] = ()) -> Emphasis:
    """Pair the markers inside each region; markers inside the ranges `skip` are not looked at.

    Both kinds of ranges ascend and do not overlap.
    """
    result = Emphasis()
    skips = deque(skip)
    for start, end in regions:
        while skips and skips[0][1] <= start:
            skips.popleft()
        _pair_markers(text, start, end, skips, result)
    return result


def _pair_markers(text: str, start: int, end: int, skips: deque[Range], result: Emphasis) -> None:
    stack: list[list[int]] = []
    # How many openers of each character are on the stack: a closer without one costs nothing.
    waiting = {"*": 0, "_": 0}
    for match in _MARKERS.finditer(text, start, end):
        char = match[0][0]
        while skips and skips[0][1] <= match.start():
            skips.popleft()
        if char == "\\" or (skips and skips[0][0] <= match.start()):
            continue
        opens, closes = _flanking(text, match.start(), match.end(), start, end)
        first, last = match.span()
        while closes and first < last and waiting[char]:
            opener = stack[-1]
            if text[opener[0]] != char:
                waiting[text[opener[0]]] -= 1
                stack.pop()
                continue
            size = 2 if last - first >= 2 and opener[1] - opener[0] >= 2 else 1
            result.pairs.append((size, (opener[1] - size, opener[1]), (first, first + size)))
            opener[1] -= size
            first += size
            if opener[0] == opener[1]:
                stack.pop()
                waiting[char] -= 1
        if opens and first < last:
            stack.append([first, last])
            waiting[char] += 1


def _flanking(text: str, first: int, last: int, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run of markers can open and whether it can close."""
    before = text[first - 1] if first > start else " "
    after = text[last] if last < end else " "
    size = last - first
    if before.isdigit() and after.isdigit():
        return False, False
    ascii_word = before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
    if ascii_word and (size == 1 or text[first] == "_"):
        return False, False
    opens, closes = not after.isspace(), not before.isspace()
    loose = is_wide(before) or is_wide(after) or (size == 2 and text[first] == "*")
    if loose:
        return opens, closes
    punctuated_before, punctuated_after = is_punctuation(before), is_punctuation(after)
    left = opens and (not punctuated_after or before.isspace() or punctuated_before)
    right = closes and (not punctuated_before or after.isspace() or punctuated_after)
    if text[first] == "_":
        return left and (not right or punctuated_before), right and (not left or punctuated_after)
    return left, right
