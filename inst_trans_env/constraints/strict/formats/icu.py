"""ICU messages with branches: selectors, the target's plural categories, ``#``; then each branch."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from inst_trans_env.constraints.strict.formats.piece import Piece, Problem, View, difference, words
from inst_trans_env.text.icu import (
    MAX_NESTING,
    Argument,
    Branch,
    IcuError,
    has_branches,
    hashes,
    parse_branches,
)
from inst_trans_env.text.markdown import mask
from inst_trans_env.text.plurals import OPTIONAL, SINGULAR_ONE, categories

Expanded = tuple[list[Piece], Problem | None]


_MAX_REPEATS = 50
"""How often, on average, a character of the source may be compared because several branches translate it."""


def expand(piece: Piece) -> Expanded:
    """Return the pieces that a message falls into: the text around its branches, and each branch.

    A text without branches is one piece.
    """
    pieces: list[Piece] = []
    waiting: list[tuple[Piece, int]] = [(piece, 0)]
    budget = _MAX_REPEATS * (len(piece.source.text) + len(piece.answer.text))
    while waiting:
        current, level = waiting.pop()
        budget -= len(current.source.text)
        if budget < 0:
            return [], Problem("the branches are too many for their source")
        problem = _expand_one(current, level, pieces, waiting)
        if problem is not None:
            return [], problem
    return pieces, None


def _expand_one(
    piece: Piece, level: int, pieces: list[Piece], waiting: list[tuple[Piece, int]]
) -> Problem | None:
    source, answer = piece.source.text, piece.answer.text
    if not has_branches(source):
        pieces.append(piece)
        return Problem("plural or select branches were added") if has_branches(answer) else None
    if level > MAX_NESTING:
        return Problem("branches are nested too deeply")
    try:
        wanted = parse_branches(source, level > 0)
    except IcuError:  # the source itself does not load: compare it as plain text
        pieces.append(piece)
        return None
    try:
        got = parse_branches(answer, level > 0)
    except IcuError as error:
        return Problem(f"the message does not load: {error}")
    diff = difference(map(_identity, wanted), map(_identity, got))
    if diff:
        return Problem("arguments with branches differ", words(diff.missing), words(diff.extra))
    pieces.append(_around(piece, wanted, got))
    pairs = zip(sorted(wanted, key=_identity), sorted(got, key=_identity), strict=True)
    return _enter(piece, level, pairs, waiting)


def _enter(
    piece: Piece, level: int, pairs: Iterable[tuple[Argument, Argument]], waiting: list[tuple[Piece, int]]
) -> Problem | None:
    """Check the arguments with branches and put each of their branches among `waiting`."""
    for left, right in pairs:
        problem = _selectors(left, right, piece) or _numbers(left, right, piece.row.target_lang)
        if problem is not None:
            return problem
        for source_branch, branch in _pairs(left, right):
            colons = piece.row.colons
            views = View(source_branch.text, colons), View(branch.text, colons)
            waiting.append((Piece(*views, piece.row, piece.start + branch.start), level + 1))
    return None


def _identity(argument: Argument) -> tuple[str, str, str]:
    """Return what two arguments have to share; sorting by it keeps the order of equal ones."""
    return argument.name, argument.kind, argument.offset


def _around(piece: Piece, wanted: list[Argument], got: list[Argument]) -> Piece:
    """Return the text around the branches, which are hidden by a filler of the same length."""
    source = mask(piece.source.text, [(a.start, a.end) for a in wanted])
    answer = mask(piece.answer.text, [(a.start, a.end) for a in got])
    return Piece(View(source, piece.row.colons), View(answer, piece.row.colons), piece.row, piece.start)


def _selectors(source: Argument, answer: Argument, piece: Piece) -> Problem | None:
    """Check the selectors of one argument."""
    span = ((answer.start, answer.end),)
    wanted = [branch.selector for branch in source.branches]
    got = [branch.selector for branch in answer.branches]
    if len(set(got)) != len(got):
        return Problem(f"a selector of {answer.name} comes twice", (), (), span)
    if source.kind == "select":
        diff = difference(wanted, got)
        return _differ("selectors", answer, diff.missing, diff.extra) if diff else None
    explicit = difference((s for s in wanted if s[0] == "="), (s for s in got if s[0] == "="))
    if explicit:
        return _differ("explicit selectors", answer, explicit.missing, explicit.extra)
    lang = piece.row.target_lang
    needed = categories(lang, source.kind)
    if lang in SINGULAR_ONE and "=1" in got and "one" not in wanted:
        needed -= {"one"}
    missing = sorted(needed - OPTIONAL.get(lang, frozenset()) - set(got))
    extra = sorted(s for s in got if s[0] != "=" and s not in categories(lang, source.kind))
    if missing or extra:
        reason = f"plural categories of {answer.name} are not those of {lang}"
        return Problem(reason, tuple(missing), tuple(extra), span)
    return None


def _differ(what: str, argument: Argument, missing: list[Hashable], extra: list[Hashable]) -> Problem:
    span = ((argument.start, argument.end),)
    return Problem(f"{what} of {argument.name} differ", words(missing), words(extra), span)


def _pairs(source: Argument, answer: Argument) -> Iterator[tuple[Branch, Branch]]:
    """Pair every branch of the answer with the branch of the source that it translates."""
    by_selector = {branch.selector: branch for branch in source.branches}
    fallback = by_selector.get("other", source.branches[-1])
    for branch in answer.branches:
        yield by_selector.get(branch.selector, fallback), branch


def _numbers(source: Argument, answer: Argument, lang: str) -> Problem | None:
    """Check that every branch shows the number (``#``) as often as its source does."""
    if source.kind == "select":
        return None
    for left, right in _pairs(source, answer):
        wanted, got = len(hashes(left.text)), len(hashes(right.text))
        # In Arabic the noun itself says none, one or two.
        free = lang == "ar" and right.selector in ("zero", "one", "two") and got < wanted
        if wanted != got and not free:
            span = ((right.start, right.start + len(right.text)),)
            reason = f"# occurs {got} times instead of {wanted} in the branch {right.selector}"
            return Problem(reason, ("#",) * (wanted > got), ("#",) * (got > wanted), span)
    return None
