r"""Placeholders of the usual message formats, found in one pass from left to right.

Look-alikes are text: ``5% fat``, ``50% off``, ``$100``, ``100%``, ``{see below}``, ``\textbf{word}``.
ICU messages with branches are taken apart in `icu`; here only their plain arguments are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from inst_trans_env.text.printf import Directive, match_directive
from inst_trans_env.text.remember import remembered
from inst_trans_env.text.verbatim import find_urls


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One placeholder.

    Attributes:
        kind: printf, percent (``%%``), bare (a lone ``%``), qt, or another name of a syntax.
        key: what has to be the same on both sides.
        start: first code point.
        end: code point behind the last.
        directive: the parsed directive of kind printf.
    """

    kind: str
    key: str
    start: int
    end: int
    directive: Directive | None = None


# Everything but the percent family. Alternatives are tried in this order at each opening character.
_BRACED = re.compile(
    r"(?P<statement>\{%[^{}%\n]{0,500}%\}|<%[^<>%\n]{0,500}%>)"
    r"|(?P<triple>\{\{\{[^{}\n]{1,500}\}\}\})"
    r"|(?P<double>\{\{[^{}\n]{1,500}\}\})"
    r"|(?P<dollar>\$\{[^{}\n]{1,500}\}|\$\([A-Za-z_][\w.]{0,99}\)|(?<![A-Za-z0-9$\\])\$[A-Za-z_][A-Za-z0-9_]*+\$?)"
    r"|(?P<hash>#\{[^{}\n]{1,500}\})"
    r"|(?P<brace>\{(?:"
    r"|[A-Za-z0-9_][A-Za-z0-9_.\[\]'\"-]{0,199}(?:![rsa])?(?::[^{}\n]{0,99})?"
    r"|\d{1,3},-?\d{1,3}(?::[^{}\n]{0,99})?"
    r"|\s?\$[A-Za-z][\w-]{0,99}\s?"
    r"|\\[A-Za-z0-9&(),.\\]{1,200}"
    r"|\s?[A-Za-z0-9_]{1,99}\s?,\s?(?:number|date|time|spellout|ordinal|duration|list)\s?(?:,[^{}\n]{0,99})?"
    r")\})",
    re.ASCII,
)
_OPENERS = re.compile(r"[%{$#:]|<%")
_NAMED_PERCENT = re.compile(
    r"%\((?P<name>[^()\n]{1,200})\)|%\{[^{}\n]{1,200}\}|%<(?!PRI)[A-Za-z_]\w{0,99}>", re.ASCII
)
_QT = re.compile(r"%L?[1-9]\d?(?!\d|\.\d|\$)")
_SYMFONY = re.compile(r"%[A-Za-z][\w.-]{2,99}%(?![A-Za-z0-9])", re.ASCII)
_CUSTOM = re.compile(r"(?<!\d)(?<!\d[\s\u00a0\u202f])%[A-Z](?![a-z])")
_HEX = re.compile(r"%[0-9A-Fa-f]{2}")
_COLON = re.compile(r"(?<![\w:/]):[A-Za-z_]\w*+", re.ASCII)
_LATEX_HEAD = re.compile(r"(?:\\[A-Za-z]{2,40}\*?|[\]}^_])\Z")
_SPACE = re.compile(r"\s+")


def colon_names(constraints: Iterable[str]) -> frozenset[str]:
    """Return the ``:name`` placeholders that the constraint lines name."""
    return frozenset(name for line in constraints for name in _COLON.findall(line))


def find_placeholders(text: str, colons: frozenset[str] = frozenset()) -> list[Placeholder]:
    """Return the placeholders of a text in order, in a list that is shared.

    Args:
        text: any text.
        colons: the ``:name`` placeholders that the row names.
    """
    return _find_placeholders(text, colons) if _OPENERS.search(text) else []


@remembered
def _find_placeholders(text: str, colons: frozenset[str]) -> list[Placeholder]:
    found: list[Placeholder] = []
    urls = find_urls(text) if "%" in text else []
    at = url = 0
    while opener := _OPENERS.search(text, at):
        at = opener.start()
        while url < len(urls) and urls[url].end <= at:
            url += 1
        in_url = url < len(urls) and urls[url].start <= at
        item = _at(text, at, in_url, colons)
        if item is None:
            at += 1
        else:
            found.append(item)
            at = item.end
    return found


def _at(text: str, at: int, in_url: bool, colons: frozenset[str]) -> Placeholder | None:
    """Return the placeholder that begins at an opening character, or None."""
    char = text[at]
    if char == "%":
        return None if in_url and _HEX.match(text, at) else _percent(text, at)
    if char == ":":
        match = _COLON.match(text, at)
        return Placeholder("colon", match[0], at, match.end()) if match and match[0] in colons else None
    match = _BRACED.match(text, at)
    if match is None or (char == "{" and match.lastgroup == "brace" and _in_latex(text, at)):
        return None
    return Placeholder(match.lastgroup or "", _SPACE.sub("", match[0]), at, match.end())


def _in_latex(text: str, at: int) -> bool:
    """Whether the brace at `at` opens the argument of a LaTeX command, an index or an exponent."""
    before = text[max(0, at - 42) : at]
    head = _LATEX_HEAD.search(before)
    return head is not None and (head[0] not in ("]", "}") or "\\" in before)


def _percent(text: str, at: int) -> Placeholder:
    """Read what begins at a percent sign: a directive, a named argument, ``%1``, ``%%`` or a lone sign."""
    if text.startswith("%%", at):
        return Placeholder("percent", "%%", at, at + 2)
    named = _NAMED_PERCENT.match(text, at)
    if named and (item := _named_percent(text, at, named)):
        return item
    directive = match_directive(text, at)
    qt = _QT.match(text, at)
    if qt and (directive is None or (directive.position is None and _is_word(text, directive.end))):
        return Placeholder("qt", qt[0].replace("L", ""), at, qt.end())
    symfony = _SYMFONY.match(text, at)
    if symfony and (directive is None or directive.end != symfony.end() - 1):
        return Placeholder("named", symfony[0], at, symfony.end())
    if directive is None or _is_prose(text, at, directive):
        return _lone(text, at)
    return Placeholder("printf", directive.spec, at, directive.end, directive)


def _lone(text: str, at: int) -> Placeholder:
    """Read a sign that begins no directive: with a letter of its own program (``%B``), or alone."""
    custom = _CUSTOM.match(text, at)
    return Placeholder("custom", custom[0], at, at + 2) if custom else Placeholder("bare", "%", at, at + 1)


def _named_percent(text: str, at: int, match: re.Match[str]) -> Placeholder | None:
    """Read ``%(name)s``, ``%<name>s`` or ``%{name}``; the first needs its conversion."""
    end = match.end()
    if text[end - 1] != "}":
        directive = match_directive("%" + text[end : end + 20], 0)
        if directive is not None and directive.position is None:
            return Placeholder("named", f"{match[0]}{directive.spec}", at, end + directive.end - 1)
        if text[end - 1] == ")":
            return None
    return Placeholder("named", match[0], at, end)


def _is_word(text: str, at: int) -> bool:
    """Whether a letter stands at `at`, so that a conversion before it is the head of a word."""
    return text[at : at + 1].isalpha()


def _is_prose(text: str, at: int, directive: Directive) -> bool:
    """Whether the sign belongs to a number (``50%off``), a word (``%-encoding``) or Lisp (``~%``)."""
    before = text[at - 1] if at else ""
    dashed = directive.spec[0] == "-" and len(directive.spec) == 2
    if before == "~" and text[at + 1].isupper():
        return True
    return (before == "~" or before.isdigit() or dashed) and _is_word(text, directive.end)
