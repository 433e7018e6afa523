"""The text of a segment that can be in a language: visible, without preserved elements and glossary terms."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inst_trans_env.constraints.strict.case import Case, Segment, show_path
from inst_trans_env.constraints.strict.mapped import Mapped
from inst_trans_env.constraints.strict.reading import glossary, lines, social_elements
from inst_trans_env.constraints.strict.visible import visible, visible_source
from inst_trans_env.text.placeholders import colon_names

_FENCE = re.compile(r"^[ \t]*`{3,}[a-zA-Z]*[ \t]*$", re.MULTILINE)


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
    for segment in (*case.segments, *_elsewhere(case)):
        text = segment.answer or ""
        if case.source_json is not None and case.answer_json is None:
            # A batch that is no JSON: format_preserve says so; what is inside its code fence is still prose.
            text = _FENCE.sub(lambda match: " " * len(match[0]), text)
        seen = visible(text, kept, colons)
        answer = visible(text, targets, colons) if pairs else seen
        result.append(Prose(segment, visible_source(segment.source, terms, colons), answer, seen))
    return result


def _elsewhere(case: Case) -> list[Segment]:
    """Return the strings of a JSON answer that stand where the source has none."""
    known = {segment.path for segment in case.segments} if case.source_json is not None else set()
    places = case.answer_strings.items() if known else ()
    return [
        Segment(path, "", place.value, place)
        for path, place in ((show_path(parts), place) for parts, place in places)
        if path not in known
    ]
