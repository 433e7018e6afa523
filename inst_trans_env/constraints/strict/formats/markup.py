"""HTML and XML: the same elements, nested as in the source, with the same attributes, comments and code."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable

from inst_trans_env.constraints.strict.formats.code import skeleton, unnumbered
from inst_trans_env.constraints.strict.formats.flow import Flow, flow
from inst_trans_env.constraints.strict.formats.piece import Piece, Problem, View, difference, shorten, words
from inst_trans_env.text.html_names import CODE, LANGUAGE_ATTRIBUTES, OPTIONAL_END, VISIBLE_ATTRIBUTES
from inst_trans_env.text.markup import Token

_BUTTONS = ("submit", "button", "reset")
_TECHNICAL_META = re.compile(
    r"viewport|robots|generator|color|referrer|charset|http-equiv|url|image|type|verif", re.I
)
_BARE_AMPERSAND = re.compile(r"&(?!(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});)")


def check(piece: Piece) -> Problem | None:
    """Compare the markup of a piece."""
    if "<" not in piece.source.text + piece.answer.text and "&" not in piece.source.text:
        return None
    source, answer = piece.source.tokens, piece.answer.tokens
    loose = _loosely_closed(source)
    if loose:  # the end tags of these may come or not
        source = [token for token in source if token.kind != "close" or token.name not in loose]
        answer = [token for token in answer if token.kind != "close" or token.name not in loose]
    return (
        _elements(source, answer)
        or _nesting([t for t in source if t.name not in loose], [t for t in answer if t.name not in loose])
        or _verbatim_parts(source, answer)
        or _code(piece)
        or _flow(piece, source, answer)
        or _words(piece)
        or _characters(piece)
    )


def element_key(token: Token) -> str:
    """Write a tag so that tags which mean the same are equal: ``<a href="x">``, ``</a>``, ``<br>``."""
    if token.kind == "close":
        return f"</{token.name}>"
    if not token.attributes:
        return f"<{token.name}>" if token.kind == "open" else f"<{token.name}/>"
    written = sorted(f' {name}="{value}"' for name, value in _attributes(token).items())
    return f"<{token.name}{''.join(written)}{'/' * (token.kind == 'single')}>"


def _attributes(token: Token) -> dict[str, str]:
    values = {attribute.name: attribute.value for attribute in token.attributes}
    return {
        name: _value(token.name, name, value, values)
        for name, value in values.items()
        if name not in LANGUAGE_ATTRIBUTES
    }


def _value(tag: str, name: str, value: str | None, others: dict[str, str | None]) -> str:
    """Return what has to be the same of a value: all of it, or whether a reader sees anything."""
    plain = " ".join(unnumbered(html.unescape(value or "")).split())
    if name in VISIBLE_ATTRIBUTES or (name == "value" and tag == "input" and others.get("type") in _BUTTONS):
        return "…" if plain.strip() else ""
    if name == "content" and tag == "meta" and not _TECHNICAL_META.search(_meta_name(others)):
        return "…" if plain.strip() else ""
    return "" if plain == name else plain


def _meta_name(attributes: dict[str, str | None]) -> str:
    return " ".join(f"{name} {value}" for name, value in attributes.items() if name != "content")


def _tags(tokens: Iterable[Token]) -> list[Token]:
    return [token for token in tokens if token.kind in ("open", "close", "single")]


def _elements(source: list[Token], answer: list[Token]) -> Problem | None:
    """Compare the multisets of tags."""
    got = [(element_key(token), token) for token in _tags(answer)]
    diff = difference((element_key(token) for token in _tags(source)), (key for key, _ in got))
    if not diff:
        return None
    extra = set(diff.extra)
    spans = tuple((token.start, token.end) for key, token in got if key in extra)
    what = (diff.missing or diff.extra)[0]
    verb = "is missing or changed" if diff.missing else "was added"
    return Problem(f"{shorten(str(what))} {verb}", words(diff.missing), words(diff.extra), spans)


def _nesting(source: list[Token], answer: list[Token]) -> Problem | None:
    crossed = _crossing(answer)
    if crossed is None or _crossing(source) is not None:
        return None
    span = ((crossed.start, crossed.end),)
    return Problem(f"<{crossed.name}> is not properly nested", (), (), span)


def _crossing(tokens: list[Token]) -> Token | None:
    """Return the first tag that breaks proper nesting or is never closed; None when all is well."""
    stack: list[Token] = []
    for token in tokens:
        if token.kind == "open":
            stack.append(token)
        elif token.kind == "close" and (not stack or stack.pop().name != token.name):
            return token
    return stack[-1] if stack else None


def _verbatim_parts(source: list[Token], answer: list[Token]) -> Problem | None:
    """Compare comments and declarations, in their order."""
    for kind in ("comment", "declaration"):
        wanted = [_one_line(token.name) for token in source if token.kind == kind]
        got = [_one_line(token.name) for token in answer if token.kind == kind]
        if wanted != got:
            diff = difference(wanted, got)
            return Problem(f"a {kind} was dropped, changed or moved", words(diff.missing), words(diff.extra))
    return None


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _code(piece: Piece) -> Problem | None:
    """Compare the bodies of script, style, code and pre; comments in them may be translated."""
    wanted, got = _bodies(piece.source), _bodies(piece.answer)
    diff = difference((key for key, _ in wanted), (key for key, _ in got))
    if not diff:
        return None
    extra = set(diff.extra)
    spans = tuple((token.start, token.end) for key, token in got if key in extra)
    return Problem("code was changed", words(diff.missing), words(diff.extra), spans)


def _bodies(view: View) -> list[tuple[str, Token]]:
    """Return (name and code without comments, opening tag) of the outermost elements that hold code."""
    found: list[tuple[str, Token]] = []
    opened: list[Token] = []
    for token in view.tokens:
        if token.name not in CODE:
            continue
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close" and opened:
            opener = opened.pop()
            if not opened:
                body = html.unescape(view.text[opener.end : token.start])
                found.append((f"<{opener.name}>{skeleton(body)}", opener))
    return found


def _loosely_closed(tokens: list[Token]) -> set[str]:
    """Return elements with optional end tags that the source does not close throughout."""
    opened = Counter(token.name for token in tokens if token.kind == "open" and token.name in OPTIONAL_END)
    closed = Counter(token.name for token in tokens if token.kind == "close")
    return {name for name, count in opened.items() if closed[name] < count}


def _flow(piece: Piece, source: list[Token], answer: list[Token]) -> Problem | None:
    wanted = flow(piece.source.hidden, source, element_key)
    return _compare_flow(wanted, flow(piece.answer.hidden, answer, element_key, wanted.blocks))


def _compare_flow(wanted: Flow, got: Flow) -> Problem | None:
    """Compare order of blocks, text and inline elements between them, and what inline elements hold."""
    for number, (left, right) in enumerate(zip(wanted.runs, got.runs, strict=False)):
        if left.tag != right.tag:
            reason = f"{left.tag or 'the end'} and {right.tag or 'the end'} changed places"
            return Problem(reason, (), (), ((right.start, right.end),))
        if left.has_text != right.has_text:
            where = f"behind {left.tag}" if number else "at the beginning"
            what = "the text is gone" if left.has_text else "text was added"
            return Problem(f"{what} {where}", (), (), ((right.start, right.end),))
        if diff := difference(left.inline, right.inline):
            moved = (diff.missing or diff.extra)[0]
            return Problem(f"{moved} was moved to another block", (), (), ((right.start, right.end),))
    if diff := difference(wanted.contents, got.contents):
        return Problem(
            "an element lost its text, its place or its parent", words(diff.missing), words(diff.extra)
        )
    return None


def _words(piece: Piece) -> Problem | None:
    """Count angle brackets around argument names: names are free, their number stays."""
    wanted = [token for token in piece.source.tokens if token.kind == "word"]
    got = [token for token in piece.answer.tokens if token.kind == "word"]
    if len(wanted) == len(got):
        return None
    same = Counter(token.name for token in wanted) & Counter(token.name for token in got)
    left, right = _without(wanted, same), _without(got, same)
    if sum(token.bare for token in left) > len(right):
        return Problem(
            f"an argument name is missing: {len(got)} of {len(wanted)}", words(t.name for t in left)
        )
    # Where the source has none at all, translators may set its FILE or file name in brackets.
    if wanted and sum(token.bare for token in right) > len(left):
        spans = tuple((token.start, token.end) for token in right)
        return Problem("an argument name was added", (), words(token.name for token in right), spans)
    return None


def _without(tokens: list[Token], same: Counter[str]) -> list[Token]:
    """Return the tokens that are left when as many of each name are taken away as `same` says."""
    rest = Counter(same)
    left = []
    for token in tokens:
        if rest[token.name]:
            rest[token.name] -= 1
        else:
            left.append(token)
    return left


def _characters(piece: Piece) -> Problem | None:
    """Check that an escaped ampersand or less-than sign stays escaped."""
    for entity, pattern in (("&amp;", _BARE_AMPERSAND), ("&lt;", None)):
        if piece.source.text.count(entity) <= piece.answer.text.count(entity):
            continue
        wanted, got = _loose(piece.source, pattern), _loose(piece.answer, pattern)
        if got and not wanted:
            char = entity[1] and html.unescape(entity)
            return Problem(f"{entity} became a bare {char}", (entity,), (char,), ((got[0], got[0] + 1),))
    return None


def _loose(view: View, pattern: re.Pattern[str] | None) -> list[int]:
    """Return the places outside of tags where a character stands that ought to be escaped."""
    found, at = [], 0
    spans = [(token.start, token.end) for token in view.tokens]
    for start, end in [*spans, (len(view.hidden), 0)]:
        between = view.hidden[at:start]
        if pattern is not None:
            found += [at + match.start() for match in pattern.finditer(between)]
        elif "<" in between:
            found.append(at + between.index("<"))
        at = max(at, end)
    return found
