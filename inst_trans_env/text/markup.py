"""Tags, comments and raw bodies of HTML or XML inside a text, in one pass that never goes back.

The rules are those of the HTML tokenizer, with one difference: what the tokenizer would read as a tag though
nobody meant one (``a <b and c> d``, ``|x| < |y|``) is left in the text. `elements` tells real elements from
argument names such as ``<file>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inst_trans_env.text.html_names import (
    BOOLEAN_ATTRIBUTES,
    FORMATTING,
    HTML,
    OPTIONAL_END,
    VOID,
    VOID_BARE,
)
from inst_trans_env.text.remember import remembered


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute as written: lower-case name, value (None when bare), place of the value."""

    name: str
    value: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of markup.

    Attributes:
        kind: open, close, single (no end tag belongs to it), comment, declaration, body (of script or style),
            or word (angle brackets that are no element: an argument name, or prose).
        name: element name in lower case; the whole text for comments, declarations, bodies and words.
        attributes: attributes in their order.
        start: first code point.
        end: code point behind the last.
        bare: for a word, whether it is surely an argument name.
    """

    kind: str
    name: str
    start: int
    end: int
    attributes: tuple[Attribute, ...] = ()
    slash: bool = False
    bare: bool = False


_OPENER = re.compile(r"<(?![\s<>=|&+*-])")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]*+")
_SPACES = re.compile(r"[\s]*+")
_ATTRIBUTE = re.compile(r"[^\s\"'<>/=]++")
_EQUALS = re.compile(r"\s*+=\s*+")
_UNQUOTED = re.compile(r"[^\s\"'=<>`]++")
_WORD = re.compile(r"<(?![\s=<>!?|&+*-])(?!/[ -~])[^<>\n]{1,100}>")
_ARGUMENT = re.compile(r"</?[^\W\d_][^\s<>&=;]*(?: [^\s<>&=;]+){0,5}>")
_PROSE = frozenset(("and", "or", "then", "to", "und", "et", "y", "o", "e", "和", "或"))
_RAW = ("script", "style")
_EMPTY = frozenset(("img", "meta"))
"""Elements that are void in every dialect; `link` or `source` of other XML hold text."""


@dataclass(slots=True)
class _Scanner:
    """State of one pass: what was found, and which closing strings are known not to come any more."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    absent: set[str] = field(default_factory=set)

    def find(self, what: str, at: int) -> int:
        """Return where `what` comes next, or -1; a failed search is not repeated."""
        if what in self.absent:
            return -1
        index = self.text.find(what, at)
        if index < 0:
            self.absent.add(what)
        return index

    def run(self) -> list[Token]:
        at = 0
        while opener := _OPENER.search(self.text, at):
            at = max(opener.end(), self.one(opener.start()))
        return self.tokens

    def one(self, at: int) -> int:
        """Read what begins at `<`; return where to go on."""
        text = self.text
        following = text[at + 1 : at + 2]
        if following == "!":
            return self.bang(at)
        if following == "?":
            return self.until("?>", at, "declaration")
        closing = following == "/"
        name = _NAME.match(text, at + 1 + closing)
        if name is None or (text[at - 1 : at] == "%" and name[0].startswith("PRI")):
            return self.word(at)
        return self.tag(at, name, closing)

    def bang(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            return self.until("-->", at, "comment", 4)
        if self.text.startswith("<![CDATA[", at):
            return self.cdata(at)
        if self.text[at + 2 : at + 9].upper() == "DOCTYPE":
            return self.until(">", at, "declaration")
        return at + 2

    def cdata(self, at: int) -> int:
        """Keep the markers; what stands between them is text."""
        inside = at + len("<![CDATA[")
        index = self.find("]]>", inside)
        if index < 0:
            return inside
        self.tokens += [
            Token("declaration", "<![CDATA[", at, inside),
            Token("declaration", "]]>", index, index + 3),
        ]
        return inside

    def until(self, closing: str, at: int, kind: str, skip: int = 2) -> int:
        index = self.find(closing, at + skip)
        if index < 0:
            return at + skip
        end = index + len(closing)
        self.tokens.append(Token(kind, self.text[at:end], at, end))
        return end

    def word(self, at: int) -> int:
        match = _WORD.match(self.text, at)
        if match is None or "@" in match[0] or "://" in match[0] or self.text[at - 1 : at + 4] == "%<PRI":
            return at + 1
        self.tokens.append(Token("word", match[0], at, match.end(), bare=bool(_ARGUMENT.fullmatch(match[0]))))
        return match.end()

    def tag(self, at: int, name: re.Match[str], closing: bool) -> int:
        attributes: list[Attribute] = []
        index, slash = name.end(), False
        while True:
            index = _SPACES.match(self.text, index).end()  # type: ignore[union-attr]
            char = self.text[index : index + 1]
            if char == ">":
                break
            if char == "/":
                slash, index = True, index + 1
                continue
            slash = False
            match = _ATTRIBUTE.match(self.text, index)
            if match is None:
                return self.broken(at, index)
            attribute, index = self.attribute(match)
            if attribute is None:
                return self.broken(at, index)
            attributes.append(attribute)
        kind = "close" if closing else "open"
        token = Token(kind, name[0].lower(), at, index + 1, tuple(attributes), slash)
        self.tokens.append(token)
        return self.body(token) if kind == "open" and token.name in _RAW and not slash else index + 1

    def broken(self, at: int, index: int) -> int:
        """No tag: perhaps angle brackets around words; go on behind what was read."""
        return max(self.word(at), index)

    def attribute(self, match: re.Match[str]) -> tuple[Attribute | None, int]:
        """Read the value of an attribute whose name matched; None when its quote is never closed."""
        name, index = match[0].lower(), match.end()
        equals = _EQUALS.match(self.text, index)
        if equals is None:
            return Attribute(name, None, index, index), index
        index = equals.end()
        quote = self.text[index : index + 1]
        if quote == "\\" and self.text[index + 1 : index + 2] in ('"', "'"):
            quote = self.text[index : index + 2]
        if quote and quote[-1] in ('"', "'"):
            start = index + len(quote)
            end = self.find(quote, start)
            if end < 0:
                return None, start
            return Attribute(name, self.text[start:end], start, end), end + len(quote)
        value = _UNQUOTED.match(self.text, index)
        if value is None:
            return None, index
        text = (
            value[0][:-1]
            if value[0].endswith("/") and self.text[value.end() : value.end() + 1] == ">"
            else value[0]
        )
        return Attribute(name, text, index, index + len(text)), index + len(text)

    def body(self, token: Token) -> int:
        """Take the body of script or style as it is, up to its end tag."""
        index = self.find_end(token.name, token.end)
        if index < 0:
            return token.end
        if index > token.end:
            self.tokens.append(Token("body", self.text[token.end : index], token.end, index))
        return index

    def find_end(self, name: str, at: int) -> int:
        marker = f"</{name}"
        if marker in self.absent:
            return -1
        match = _END_TAGS[name].search(self.text, at)
        if match is None:
            self.absent.add(marker)
            return -1
        return match.start()


_END_TAGS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}


def scan(text: str) -> list[Token]:
    """Return all markup in order, in a list that is shared; tags that are no elements are of kind ``word``."""
    return _scan(text) if "<" in text else []


@remembered
def _scan(text: str) -> list[Token]:
    tokens = sorted(_Scanner(text).run(), key=lambda token: token.start)
    closed = {token.name for token in tokens if token.kind == "close"}
    opened = {token.name for token in tokens if token.kind == "open"}
    return list(_without_empty(_classify(token, text, closed, opened) for token in tokens))


def _without_empty(tokens: Iterable[Token]) -> Iterator[Token]:
    """Make ``<x></x>`` one single tag, as ``<x/>`` is, for names outside HTML and void ones."""
    before: Token | None = None
    for token in tokens:
        if before is not None and _is_empty(before, token):
            before = Token("single", token.name, before.start, token.end, before.attributes, True)
            continue
        if before is not None:
            yield before
        before = token
    if before is not None:
        yield before


def _is_empty(opener: Token, closer: Token) -> bool:
    """Whether two tokens are the tags of an element that cannot or does not hold anything."""
    if closer.kind != "close" or opener.end != closer.start or opener.name != closer.name:
        return False
    if opener.kind == "single":
        return opener.name in VOID and not opener.slash
    return opener.kind == "open" and (opener.name in VOID or opener.name not in HTML)


def _classify(token: Token, text: str, closed: set[str], opened: set[str]) -> Token:
    """Settle whether a tag is an element with an end tag, one without, or no element at all."""
    name = token.name
    if token.kind == "close":
        return token if name in opened or (name in HTML and not token.attributes) else _as_word(token, text)
    if token.kind != "open":
        return token
    bare = any(a.value is None and a.name not in BOOLEAN_ATTRIBUTES for a in token.attributes)
    valued = any(a.value is not None for a in token.attributes)
    if bare and not valued and (name not in closed or name in HTML):
        return _as_word(token, text)
    if name not in closed and name not in HTML and any("," in a.name for a in token.attributes):
        return _as_word(token, text)  # <corrupt NOTE, size = %d>
    alone = token.slash or name in VOID_BARE or (name in _EMPTY and valued)
    if name in VOID and token.attributes and name not in closed:
        alone = True
    if alone:
        return Token("single", name, token.start, token.end, token.attributes, token.slash)
    real = name in closed or valued or name in FORMATTING or name in OPTIONAL_END
    return token if real else _as_word(token, text)


def _as_word(token: Token, text: str) -> Token:
    """Make a tag-like piece a word: surely an argument name unless it reads like a comparison."""
    written = text[token.start : token.end]
    if "://" in written or "@" in written:  # an autolink
        return Token("word", written, token.start, token.end)
    words = written[1:-1].split()
    comparison = len(words) > 1 and any(
        (len(word) == 1 and word.isalpha()) or word.lower() in _PROSE for word in words
    )
    sure = token.kind == "open" and not comparison and bool(_ARGUMENT.fullmatch(written))
    return Token("word", written, token.start, token.end, bare=sure)
