"""The text of a segment that can be in a language: visible, without preserved elements and glossary terms."""

from __future__ import annotations

from dataclasses import dataclass

from inst_trans_env.constraints.strict.case import Case, Segment
from inst_trans_env.constraints.strict.mapped import Mapped
from inst_trans_env.constraints.strict.reading import glossary, lines, social_elements
from inst_trans_env.constraints.strict.visible import visible, visible_source
from inst_trans_env.text.placeholders import colon_names


@dataclass(frozen=True, slots=True)
class Prose:
    """Source and answer of one segment as prose; `seen` is the answer with its glossary terms left in."""

    segment: Segment
    source: Mapped
    answer: Mapped
    seen: Mapped


def prose(case: Case) -> list[Prose]:
    """Return the prose of all segments; a preserved string is a gap on both sides."""
    task = case.task
    pairs = glossary(tuple(lines(task, "term_compliance")), task.source_text)
    kept = social_elements(tuple(lines(task, "social_preserve")), task.source_text)
    colons = colon_names(task.constraints)
    terms = tuple(dict.fromkeys((*kept, *(term for term, _ in pairs))))
    targets = tuple(dict.fromkeys((*kept, *(target for _, target in pairs))))
    result = []
    for segment in case.segments:
        text = segment.answer or ""
        seen = visible(text, kept, colons)
        answer = visible(text, targets, colons) if pairs else seen
        result.append(Prose(segment, visible_source(segment.source, terms, colons), answer, seen))
    return result
