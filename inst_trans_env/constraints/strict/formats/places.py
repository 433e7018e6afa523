"""Places: what has to be carried over stays in its element and paragraph, and out of the middle of words.

Within a sentence order is the translator's; a placeholder that left its tag, its list item or its paragraph is
in a wrong place. Approved translations hardly ever do that (fewer than one in a thousand that could).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable

from inst_trans_env.constraints.strict.formats.code import unnumbered
from inst_trans_env.constraints.strict.formats.markup import element_key
from inst_trans_env.constraints.strict.formats.piece import Piece, Problem, View, difference
from inst_trans_env.text.markdown_inline import Range
from inst_trans_env.text.placeholders import Placeholder
from inst_trans_env.text.verbatim import find_verbatim

_FREE = ("bare", "percent", "custom")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LETTER = re.compile("[A-Za-z\u00c0-\u024f\u0400-\u04ff]")

Item = tuple[int, Hashable]
"""Where something stands, and what it is."""


def check(piece: Piece) -> Problem | None:
    """Compare where things stand; the other sub-checks have compared how many there are."""
    return _elements(piece) or _paragraphs(piece) or _words(piece)


def _elements(piece: Piece) -> Problem | None:
    """Compare the innermost element around each placeholder."""
    if not piece.source.tokens:
        return None
    diff = difference(_homes(piece.source, piece.answer), _homes(piece.answer, piece.source))
    if not diff.missing or not diff.extra:
        return None
    (key, home), (_, got) = _pair(diff.missing[0]), _pair(diff.extra[0])
    return Problem(f"{key} stands in {got or 'no element'} instead of {home or 'no element'}")


def _pair(item: Hashable) -> tuple[str, str]:
    return item if isinstance(item, tuple) else (str(item), "")


def _homes(view: View, other: View) -> list[tuple[str, str]]:
    tags = [token for token in view.tokens if token.kind in ("open", "close")]
    homes: list[tuple[str, str]] = []
    stack: list[str] = []
    number = 0
    for item in _placeholders(view, other):
        while number < len(tags) and tags[number].end <= item.start:
            if tags[number].kind == "open":
                stack.append(element_key(tags[number]))
            elif stack:
                stack.pop()
            number += 1
        if number == len(tags) or tags[number].start > item.start:
            homes.append((_key(item), stack[-1] if stack else ""))
    return homes


def _placeholders(view: View, other: View) -> list[Placeholder]:
    """Return what has its place; ``%50`` is a share where the other text does not have it."""
    known = {item.key for item in other.placeholders if item.kind == "qt"}
    return [
        item
        for item in view.placeholders
        if item.kind not in _FREE and (item.kind != "qt" or item.key in known)
    ]


def _key(item: Placeholder) -> str:
    """Name a placeholder; printf arguments may have got numbers, so that only their type counts."""
    return f"%{item.key}" if item.directive is not None else item.key


def _paragraphs(piece: Piece) -> Problem | None:
    """Compare paragraph by paragraph, item by item, row by row, where both texts have equally many."""
    left, right = _regions(piece.source), _regions(piece.answer)
    if len(left) != len(right) or len(left) < 2:
        return None
    wanted = _by_region(_items(piece.source, piece.answer), left)
    got = _by_region(_items(piece.answer, piece.source), right)
    for number, (source, answer) in enumerate(zip(wanted, got, strict=True)):
        if source != answer:
            what = next(iter((source - answer) or (answer - source)))
            return Problem(f"{what} stands in another paragraph", (), (), (right[number],))
    return None


def _regions(view: View) -> list[Range]:
    if view.markdown.regions:
        return view.markdown.regions
    edges = [match.end() for match in _PARAGRAPH.finditer(view.text)]
    return list(zip([0, *edges], [*edges, len(view.text)], strict=True))


def _items(view: View, other: View) -> list[Item]:
    """Return everything that has its place, in order."""
    found: list[Item] = [(item.start, _key(item)) for item in _placeholders(view, other)]
    found += [(code.start, unnumbered(code.content)) for code in view.markdown.codes]
    found += [(link.start, unnumbered(link.destination)) for link in view.markdown.links]
    found += [(opener[0], "strong" if size == 2 else "emphasis") for size, opener, _ in view.emphasis.pairs]
    found += [(item.start, unnumbered(item.text)) for item in find_verbatim(view.text)]
    return sorted(found, key=lambda item: item[0])


def _by_region(items: Iterable[Item], regions: list[Range]) -> list[Counter[Hashable]]:
    counts: list[Counter[Hashable]] = [Counter() for _ in regions]
    number = 0
    for start, key in items:
        while number < len(regions) and regions[number][1] <= start:
            number += 1
        if number < len(regions) and regions[number][0] <= start:
            counts[number][key] += 1
    return counts


def _words(piece: Piece) -> Problem | None:
    """Check that no placeholder stands between two letters of an alphabet, unless one did in the source."""
    inside = _inside(piece.answer, piece.source)
    if len(inside) <= len(_inside(piece.source, piece.answer)):
        return None
    return Problem("a placeholder stands inside a word", (), (), ((inside[0].start, inside[0].end),))


def _inside(view: View, other: View) -> list[Placeholder]:
    text, found, before = view.text, [], 0
    for item in _placeholders(view, other):
        head, tail = text[item.start - 1 : item.start], text[item.end : item.end + 1]
        if before < item.start and _LETTER.match(head) and _LETTER.match(tail):
            found.append(item)
        before = item.end
    return found
