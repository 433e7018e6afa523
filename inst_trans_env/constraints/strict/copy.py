"""Gate copy: at most half of the source's translatable segments come back unchanged.

Segments are the values of a batch, else sentences; those without letters once preserved elements,
glossary terms, code, URLs and placeholders are taken out do not count. Case and punctuation make no
translation, nor does a source whose glossary terms are replaced. Rows whose two languages are the same
always pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.language import is_copy
from inst_trans_env.constraints.strict.prose import Prose, prose
from inst_trans_env.constraints.strict.scripts import has_letter, without_code
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail
from inst_trans_env.text.segment import sentences

_OTHERS = re.compile(r"[\W_]+")

MOST = 0.5
"""Largest share of segments that may come back unchanged (names, brands)."""

FEW = 50
"""Sentences of a source up to which each is looked for in the whole answer before that is cut into its own."""


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
        wanted = _translatable(part.source.text, part.source_seen.text)
        texts = {part.answer.text, part.seen.text}
        whole = [_plain(text) for text in texts]
        if len(wanted) <= FEW and not any(
            plain in text for pair in wanted for plain in pair for text in whole
        ):
            yield from ((False, None) for _ in wanted)
            continue
        given = {_plain(sentence) for text in texts for sentence in sentences(text)}
        yield from ((not given.isdisjoint(pair), None) for pair in wanted)


@lru_cache(maxsize=1024)
def _translatable(without_terms: str, whole: str) -> tuple[tuple[str, str], ...]:
    """Return the sentences of a source that have letters: without their terms, and with them."""
    pieces, seen = sentences(without_terms), sentences(whole)
    if len(seen) != len(pieces):
        seen = pieces
    return tuple(
        (_plain(piece), _plain(full))
        for piece, full in zip(pieces, seen, strict=True)
        if has_letter(without_code(piece))
    )


def _plain(text: str) -> str:
    return _OTHERS.sub("", text.casefold())
