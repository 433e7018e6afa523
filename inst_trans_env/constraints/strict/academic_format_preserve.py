r"""Score academic_format_preserve: formulas, LaTeX commands and citation markers survive as a multiset.

A formula is one item, compared without white space and without the text inside ``\text{}``; of commands
such as ``\textbf`` only the name counts, ``\cite``, ``\ref`` and ``\label`` keep their keys; markers
are ``[12]``, ``[@key]`` and ``(Smith et al., 2020)``. The score is 1 when all survive, 0.5 from 95% on,
else 0. A source without any such item is left to the judge.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from inst_trans_env.constraints.strict.case import Case, Segment
from inst_trans_env.constraints.strict.latex import LatexItem, citations, latex_items
from inst_trans_env.constraints.verdict import Span, Verdict

NEARLY_ALL = 0.95
"""Share of the items that has to survive for half a point."""


def check(case: Case) -> Verdict | None:
    """Return the score 1, 0.5 or 0; None when the source has nothing that a rule could look for."""
    wanted: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    gained: Counter[str] = Counter()
    spans: list[Span] = []
    for segment in case.segments:
        due, given = Counter(item.key for item in _source_items(segment.source)), _items(segment.answer or "")
        have = Counter(item.key for item in given)
        wanted += due
        lost += due - have
        gained += have - due
        spans.extend(_surplus(segment, given, due))
    total, gone = wanted.total(), lost.total()
    if not total:
        return None
    share = 1 - gone / total
    score = 1.0 if not gone else 0.5 if share >= NEARLY_ALL else 0.0
    reason = (
        "" if not gone else f"{gone} of {total} formulas, commands and citation markers are gone or changed"
    )
    return Verdict(
        passed=score == 1,
        reason=reason,
        missing=tuple(lost.elements()),
        extra=tuple(gained.elements()) if gone else (),
        spans=tuple(spans[:50]) if gone else (),
        score=score,
        measures={"share": share, "items": total},
    )


def _surplus(segment: Segment, given: list[LatexItem], due: Counter[str]) -> list[Span]:
    return [segment.span(item.start, item.end) for item in given if item.key not in due]


def _items(text: str) -> list[LatexItem]:
    """Return all items; a citation inside a formula or a command belongs to that."""
    items = list(latex_items(text))
    inside = bytearray(len(text))
    for item in items:
        inside[item.start : item.end] = b"\1" * (item.end - item.start)
    return items + [item for item in citations(text) if not inside[item.start]]


@lru_cache(maxsize=1024)
def _source_items(text: str) -> tuple[LatexItem, ...]:
    return tuple(_items(text))
