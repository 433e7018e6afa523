r"""LaTeX and citation markers: formulas, environments, commands, ``[12]``, ``(Smith et al., 2020)``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MATHS_ENVIRONMENTS = frozenset(
    "align alignat array cases displaymath eqnarray equation flalign gather math matrix multline pmatrix "
    "bmatrix split tikzpicture verbatim lstlisting".split()
)
_KEYED = re.compile(
    r"(?:[a-zA-Z]*cite[a-zA-Z]*|[a-zA-Z]*ref|label|tag|url|href|includegraphics|input|include|bibliography\w*"
    r"|usepackage|documentclass)\Z"
)
_OPENER = re.compile(
    r"\\begin\{(\w{1,40}\*?)\}|\\end\{(\w{1,40}\*?)\}|\\[\[(]|\$\$?|\\([A-Za-z]{1,40}\*?)|\\[\\$%&#_{}]"
)
_ARGUMENTS = re.compile(r"(?:\[[^\[\]\n]{0,200}\]){0,2}(?:\{[^{}\n]{0,500}\}){1,2}")
_TEXT_IN_MATHS = re.compile(r"\\(?:text\w{0,4}|mbox|intertext)\s?\{[^{}]{0,300}\}")
_SPACES = re.compile(r"\s+")
_COMMA = re.compile(r"\s?[,，]\s?")
_ESCAPES = frozenset("ntr")

_NUMBERS = re.compile(r"[\[［【]\s?\d{1,4}(?:\s?(?:[,，、;；]|[-–—~]{1,2})\s?\d{1,4}){0,60}\s?[\]］】]")
_PANDOC = re.compile(r"\[[^\[\]\n@]{0,40}@[\w:.#$%&+?<>~/-]{1,100}+[^\[\]\n]{0,300}+\]")
_PANDOC_KEY = re.compile(r"@[\w:.#$%&+?<>~/-]{1,100}")
_NO_AUTHOR = frozenset(
    "in since by from until during before after around about early late mid spring summer autumn winter "
    "january february march april may june july august september october november december born "
    "founded published".split()
)
_GROUP = re.compile(r"[(（][^()（）\n]{4,400}[)）]")
_AUTHOR_YEAR = re.compile(
    r"\s*(?:(?:e\.g\.|see|cf\.|i\.e\.|siehe|voir)[,]?\s)?"
    r"((?:(?:van|von|der|den|de|del|di|da|du|la|le|el|al|bin|ibn)[ -]){0,3}[A-Z\u00c0-\u024f][^;；\d]{0,150}?)"
    r"[,，]?\s?((?:1[5-9]|20)\d\d[a-z]?)"
    r"((?:[,，]\s?(?:(?:1[5-9]|20)\d\d[a-z]?|[a-z](?![a-z])))*)(?:[,，:：]\s?(?:pp?\.|S\.)?\s?[\d–-]{1,12})?\s*"
)


@dataclass(frozen=True, slots=True)
class LatexItem:
    """Something that stays as it is.

    Attributes:
        kind: maths, environment, command, citation.
        key: what has to be the same on both sides.
        start: first code point.
        end: code point behind the last.
    """

    kind: str
    key: str
    start: int
    end: int


def latex_items(text: str) -> Iterator[LatexItem]:
    """Yield formulas, environments and commands in order; a formula is one item, whatever it holds."""
    scanner = _Scanner(text)
    at = 0
    while match := _OPENER.search(text, at):
        item = scanner.item(match)
        if item is not None:
            yield item
        at = max(match.end(), item.end if item else 0)


def citations(text: str) -> Iterator[LatexItem]:
    """Yield citation markers: numbers in brackets, Pandoc keys, author and year in parentheses."""
    for match in _NUMBERS.finditer(text):
        key = _SPACES.sub("", match[0][1:-1]).translate(_MARKS)
        yield LatexItem("citation", f"[{key}]", match.start(), match.end())
    for match in _PANDOC.finditer(text):
        for found in _PANDOC_KEY.finditer(text, match.start(), match.end()):
            yield LatexItem("citation", found[0].rstrip(".,:;?"), found.start(), found.end())
    for match in _GROUP.finditer(text):
        yield from _author_years(match)


_MARKS = str.maketrans({"，": ",", "、": ",", "；": ",", ";": ",", "–": "-", "—": "-", "~": "-"})


def _author_years(group: re.Match[str]) -> Iterator[LatexItem]:
    """Yield each citation of a group ``(A, 2001; B and C, 2002)`` that is written in Latin letters."""
    at = group.start() + 1
    for part in re.split("[;；]", group[0][1:-1]):
        match = _AUTHOR_YEAR.fullmatch(part)
        if match and len(words := match[1].split()) <= 15 and words[0].lower() not in _NO_AUTHOR:
            key = _COMMA.sub(", ", _SPACES.sub(" ", part.strip()))
            yield LatexItem("citation", f"({key})", at, at + len(part))
        at += len(part) + 1


class _Scanner:
    """Reads what begins at an opener; remembers closers that do not come any more."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._absent: set[str] = set()

    def item(self, match: re.Match[str]) -> LatexItem | None:
        """Return the item that begins at an opener, or None when it is text."""
        opener = match[0]
        if match[1]:
            return self._begin(match)
        if match[2]:
            return LatexItem("environment", opener, match.start(), match.end())
        if match[3]:
            return self._command(match)
        if opener in ("\\[", "\\("):
            return self._maths(match, {"\\[": "\\]", "\\(": "\\)"}[opener])
        if opener in ("$", "$$"):
            return self._dollars(match)
        return None

    def _find(self, closer: str, at: int) -> int:
        if closer in self._absent:
            return -1
        found = self._text.find(closer, at)
        if found < 0:
            self._absent.add(closer)
        return found

    def _begin(self, match: re.Match[str]) -> LatexItem:
        """Read an environment: of maths it is one item, else its two ends are, with text between."""
        if match[1].rstrip("*") in _MATHS_ENVIRONMENTS:
            item = self._maths(match, f"\\end{{{match[1]}}}")
            if item is not None:
                return item
        return LatexItem("environment", match[0], match.start(), match.end())

    def _maths(self, match: re.Match[str], closer: str) -> LatexItem | None:
        end = self._find(closer, match.end())
        return None if end < 0 else self._formula(match.start(), end + len(closer))

    def _dollars(self, match: re.Match[str]) -> LatexItem | None:
        r"""Read ``$…$`` as Pandoc does, so that ``$5 and $10`` is text; ``\$`` neither opens nor closes."""
        text, opener = self._text, match[0]
        end = self._find(opener, match.end())
        while end > 0 and text[end - 1] == "\\" and text[end - 2] != "\\":
            end = self._find(opener, end + 1)
        if end <= match.end() or "\n\n" in text[match.end() : end]:
            return None
        if opener == "$":
            inside = text[match.end() : end]
            if (
                inside[0].isspace()
                or inside[-1].isspace()
                or text[end + 1 : end + 2].isdigit()
                or len(inside) > 2000
            ):
                return None
        return self._formula(match.start(), end + len(opener))

    def _formula(self, start: int, end: int) -> LatexItem:
        body = _TEXT_IN_MATHS.sub(r"\\text{}", self._text[start:end])
        return LatexItem("maths", _SPACES.sub("", body), start, end)

    def _command(self, match: re.Match[str]) -> LatexItem | None:
        r"""Read a command: one with keys includes its arguments, of others the text is translated."""
        name, end = match[3], match.end()
        arguments = _ARGUMENTS.match(self._text, end)
        if arguments and _KEYED.match(name.rstrip("*")):
            return LatexItem(
                "command", _SPACES.sub("", match[0] + arguments[0]), match.start(), arguments.end()
            )
        if arguments is None and (name[0] in _ESCAPES and not self._text.startswith("{", end)):
            return None
        return LatexItem("command", match[0], match.start(), end)
