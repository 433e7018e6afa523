"""Gate copy: at most half of the source's translatable segments come back unchanged.

Segments are the values of a batch, else sentences; those without letters once preserved elements,
glossary terms, code, URLs and placeholders are taken out do not count. Case and punctuation make no
translation, nor does a source whose glossary terms are replaced. Rows whose two languages are the same
always pass.
"""

from __future__ import annotations

from collections.abc import Iterator

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.language import is_copy
from inst_trans_env.constraints.strict.prose import Prose, prose
from inst_trans_env.constraints.strict.scripts import has_letter, without_code
from inst_trans_env.constraints.strict.untranslated import unchanged
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail

MOST = 0.5
"""Largest share of segments that may come back unchanged (names, brands)."""


def check(case: Case) -> Verdict:
    """Compare values of a batch by path; of a plain text, its sentences."""
    if case.task.source_lang == case.task.target_lang:
        return PASS
    parts = prose(case)
    units = list(
        _values(parts) if case.source_json is not None and case.answer_json is not None else _sentences(parts)
    )
    same = [span for unchanged, span in units if unchanged]
    if not units or len(same) <= MOST * len(units):
        return PASS
    reason = f"{len(same)} of {len(units)} translatable segments come back unchanged"
    return fail(reason, spans=tuple(span for span in same if span is not None)[:50])


def _values(parts: tuple[Prose, ...]) -> Iterator[tuple[bool, Span | None]]:
    """Yield for each translatable value whether it is unchanged, and where."""
    for part in parts:
        if has_letter(without_code(part.source.text)):
            whole = is_copy(part.source_seen.text, part.seen.text)
            unchanged = whole or is_copy(part.source.text, part.answer.text)
            yield unchanged, part.segment.span(0, len(part.segment.answer or ""))


def _sentences(parts: tuple[Prose, ...]) -> Iterator[tuple[bool, Span | None]]:
    """Yield for each sentence of the source whether the answer has it, its terms replaced or not."""
    for part in parts:
        yield from ((same, None) for same in unchanged(part))
