"""The gate format_preserve: JSON by path, HTML, Markdown, placeholders, verbatim strings, residue."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from inst_trans_env.constraints.strict.case import Case, Segment
from inst_trans_env.constraints.strict.formats import (
    icu,
    json_shape,
    markdown,
    markup,
    placeholders,
    places,
    residue,
    size,
    verbatim,
    wrapper,
)
from inst_trans_env.constraints.strict.formats.piece import Piece, Problem, Row, View, source_view
from inst_trans_env.constraints.strict.reading import glossary, lines, social_elements
from inst_trans_env.constraints.verdict import PASS, Span, Verdict
from inst_trans_env.text.placeholders import colon_names

CHECKS: dict[str, Callable[[Piece], Problem | None]] = {
    "wrapper": wrapper.check,
    "html": markup.check,
    "markdown": markdown.check,
    "placeholders": placeholders.check,
    "verbatim": verbatim.check,
    "places": places.check,
    "residue": residue.check,
}
"""Sub-checks of a text, in the order in which they are reported."""

OF_SIGNS = ("wrapper", "html", "markdown", "placeholders", "verbatim", "places")
"""Sub-checks that find nothing where neither text has a sign of structure (see `text.visible.is_plain`)."""


def check(case: Case) -> Verdict:
    """Check that the answer keeps the structure of its source.

    The verdict's `sub` holds one verdict per sub-check (``json`` and ``icu`` where they apply); spans are
    places in the prediction. Never raises; takes time linear in the length of source and answer.
    """
    if case.unanswered is not None:
        return Verdict(False, case.unanswered)
    sub: dict[str, Verdict] = {}
    if case.source_json is not None:
        problem = json_shape.check(case.source_json, case.answer)
        sub["json"] = _verdict("json", problem, None, None)
        if problem is not None:
            return _combined(sub)
    row = _row(case)
    for segment in case.segments:
        if segment.answer is not None:
            _segment(segment, segment.answer, row, sub)
    return _combined(sub)


def _row(case: Case) -> Row:
    """Read what the sub-checks need from the row's constraint lines."""
    task = case.task
    own = lines(task, "format_preserve")
    terms = glossary(tuple(lines(task, "term_compliance")), task.source_text)
    social = social_elements(tuple(lines(task, "social_preserve")), task.source_text)
    kept = sorted({*(target for _, target in terms), *social}, key=len, reverse=True)
    named = {name for line in own for name in ("markdown", "html", "json") if name in line.lower()}
    return Row(
        task.source_lang, task.target_lang, "markdown" in named, colon_names(own), tuple(kept), not named
    )


def _segment(segment: Segment, answer: str, row: Row, sub: dict[str, Verdict]) -> None:
    """Run every sub-check on a segment; the first failure of each stays."""
    piece = Piece(source_view(segment.source, row.colons), View(answer, row.colons), row)
    problem = size.check(piece)
    if problem is not None:
        _note(sub, "size", problem, segment, piece)
        return
    pieces, problem = icu.expand(piece)
    if problem is not None:
        _note(sub, "icu", problem, segment, piece)
    for part in pieces:
        sound = True
        plain = _is_plain(part)
        for name, run in CHECKS.items():
            if plain and name in OF_SIGNS:
                sub.setdefault(name, PASS)
                continue
            # Places are worth a look only of what is all there.
            found = run(part) if sound or run is not places.check else None
            sound = sound and found is None
            if found is not None or name not in sub:
                _note(sub, name, found, segment, part)


def _is_plain(piece: Piece) -> bool:
    """Whether two texts have no structure that could differ; that one is blank and the other not would."""
    return (
        piece.source.is_plain
        and piece.answer.is_plain
        and piece.source.text.isspace() == piece.answer.text.isspace()
        and bool(piece.source.text) == bool(piece.answer.text)
    )


def _note(
    sub: dict[str, Verdict], name: str, problem: Problem | None, segment: Segment, piece: Piece
) -> None:
    if name not in sub or sub[name].passed:
        sub[name] = _verdict(name, problem, segment, piece)


def _verdict(name: str, problem: Problem | None, segment: Segment | None, piece: Piece | None) -> Verdict:
    if problem is None:
        return PASS
    where = f" (at {segment.path})" if segment is not None and segment.path else ""
    spans: Iterable[Span] = ()
    if segment is not None and piece is not None:
        spans = (segment.span(piece.start + start, piece.start + end) for start, end in problem.spans[:20])
    return Verdict(False, f"{name}: {problem.reason}{where}", problem.missing, problem.extra, tuple(spans))


def _combined(sub: dict[str, Verdict]) -> Verdict:
    """Pass when all sub-checks pass; else report the failures together."""
    failed = [verdict for verdict in sub.values() if not verdict.passed]
    if not failed:
        return Verdict(True, sub=sub)
    return Verdict(
        False,
        "; ".join(verdict.reason for verdict in failed),
        tuple(item for verdict in failed for item in verdict.missing),
        tuple(item for verdict in failed for item in verdict.extra),
        tuple(span for verdict in failed for span in verdict.spans),
        sub=sub,
    )
