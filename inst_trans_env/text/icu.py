"""ICU MessageFormat: messages with plural and select arguments, parsed as ICU4J parses them.

Source: the ICU user guide, "Formatting Messages", with the default apostrophe mode.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

COMPLEX = ("plural", "select", "selectordinal")
MAX_NESTING = 20

SIGNATURE = re.compile(
    r"\{\s{0,20}[A-Za-z0-9_.]{1,99}\s{0,20},\s{0,20}(?:plural|select|selectordinal)\s{0,20},"
)
"""What a message with branches looks like from afar."""

_HEAD = re.compile(r"\s*+([A-Za-z0-9_.-]++)\s*+")
_TYPE = re.compile(r",\s*+(plural|selectordinal|select)\s*+,\s*+")
_OFFSET = re.compile(r"offset\s*+:\s*+(-?\d{1,9})\s*+")
_SELECTOR = re.compile(r"\s*+([^\s{}#,'=]++|=\d{1,9})\s*+\{")
_REST = re.compile(r"\s*+\}")
_SPECIAL = re.compile(r"['{}#]")


@dataclass(slots=True)
class Branch:
    """The text behind one selector, as written, with its first code point in the message."""

    selector: str
    text: str
    start: int


@dataclass(slots=True)
class Argument:
    """A plural, select or selectordinal argument with its branches and its place in the message."""

    name: str
    kind: str
    offset: str
    branches: list[Branch] = field(default_factory=list)
    start: int = 0
    end: int = 0


class IcuError(ValueError):
    """The message does not load; the text says why."""


def has_branches(text: str) -> bool:
    """Whether a text looks like a message with branches."""
    return "{" in text and SIGNATURE.search(text) is not None


def parse_branches(text: str, in_plural: bool = False) -> list[Argument]:
    """Return the arguments with branches on the top level of a message; raise `IcuError` if it does not load.

    The text of a branch is not looked into beyond its braces: parse it in turn to find nested arguments.
    """
    found: list[Argument] = []
    at = 0
    while match := _SPECIAL.search(text, at):
        char, at = match[0], match.end()
        if char == "'":
            at = _quoted(text, at, in_plural)
        elif char == "}":
            raise IcuError("a closing brace without an opening one")
        elif char == "{":
            argument, at = _argument(text, at)
            if argument is not None:
                found.append(argument)
    return found


def hashes(text: str) -> list[int]:
    """Return the places of ``#`` that stand for the number in a branch, nested arguments left out."""
    found, depth, at = [], 0, 0
    while match := _SPECIAL.search(text, at):
        char, at = match[0], match.end()
        if char == "'":
            at = _quoted(text, at, True)
        elif char == "#" and depth == 0:
            found.append(match.start())
        else:
            depth += (char == "{") - (char == "}")
    return found


def _quoted(text: str, at: int, in_plural: bool) -> int:
    """Return where reading goes on behind an apostrophe: it quotes only before a character to protect."""
    following = text[at : at + 1]
    if following == "'":
        return at + 1
    if following and following in ("{}#" if in_plural else "{}"):
        end = text.find("'", at)
        return end + 1 if end >= 0 else len(text)
    return at


def _argument(text: str, at: int) -> tuple[Argument | None, int]:
    """Read an argument from behind its opening brace; None for one without branches."""
    start = at - 1
    head = _HEAD.match(text, at)
    kind = _TYPE.match(text, head.end()) if head else None
    if head is None or kind is None:
        return None, _skip(text, at)
    argument = Argument(head[1], kind[1], "", start=start)
    at = kind.end()
    if argument.kind != "select" and (offset := _OFFSET.match(text, at)):
        argument.offset, at = offset[1], offset.end()
    while selector := _SELECTOR.match(text, at):
        end = _skip(text, selector.end())
        argument.branches.append(Branch(selector[1], text[selector.end() : end - 1], selector.end()))
        at = end
    rest = _REST.match(text, at)
    if rest is None or not argument.branches:
        raise IcuError(f"the branches of {argument.name} cannot be read")
    argument.end = rest.end()
    return argument, argument.end


def _skip(text: str, at: int) -> int:
    """Return the place behind the brace that closes the one before `at`."""
    depth = 1
    while match := _SPECIAL.search(text, at):
        char, at = match[0], match.end()
        if char == "'":
            at = _quoted(text, at, True)
        elif char != "#":
            depth += 1 if char == "{" else -1
            if depth == 0:
                return at
    raise IcuError("an opening brace is never closed")
