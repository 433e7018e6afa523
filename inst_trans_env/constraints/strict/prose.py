"""The text of a segment that can be in a language: visible, without preserved elements and glossary terms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from inst_trans_env.constraints.strict.case import Case, Segment, show_path
from inst_trans_env.constraints.strict.mapped import Mapped
from inst_trans_env.constraints.strict.reading import glossary, lines, social_elements
from inst_trans_env.constraints.strict.visible import mask_edits, visible
from inst_trans_env.text.placeholders import colon_names

_FENCE = re.compile(r"^[ \t]*`{3,}[a-zA-Z]*[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Prose:
    """Source and answer of one segment as a reader sees them, preserved elements taken out.

    Attributes:
        segment: the segment.
        source_seen: the source, its glossary terms left in.
        seen: the answer, its glossary terms left in.
        source: the source without its glossary terms.
        answer: the answer without its glossary terms.
    """

    segment: Segment
    source_seen: Mapped
    seen: Mapped
    source: Mapped
    answer: Mapped


@lru_cache(maxsize=4)
def prose(case: Case) -> tuple[Prose, ...]:
    """Return the prose of all segments, then of the answer's strings where the source has none.

    The cache serves the gates of one case, one after the other.
    """
    task = case.task
    pairs = glossary(tuple(lines(task, "term_compliance")), task.source_text)
    kept = social_elements(tuple(lines(task, "social_preserve")), task.source_text)
    colons = colon_names(task.constraints)
    terms = tuple(dict.fromkeys(term for term, _ in pairs))
    targets = tuple(dict.fromkeys(target for _, target in pairs))
    result = []
    for segment in (*case.segments, *_elsewhere(case)):
        text = segment.answer or ""
        if case.answer_json is None and "```" in text and not _FENCE.search(segment.source):
            # A fence that the source does not have holds no code: format_preserve sees to it, and what is
            # inside is still prose.
            text = _FENCE.sub(lambda match: " " * len(match[0]), text)
        source_seen, source = _source(segment.source, kept, colons, terms)
        seen = visible(text, kept, colons)
        result.append(Prose(segment, source_seen, seen, source, _without(seen, targets)))
    return tuple(result)


@lru_cache(maxsize=1024)
def _source(
    text: str, kept: tuple[str, ...], colons: frozenset[str], terms: tuple[str, ...]
) -> tuple[Mapped, Mapped]:
    """Return what a reader sees of a source, and that without its terms, once for all its rollouts."""
    seen = visible(text, kept, colons)
    return seen, _without(seen, terms)


def _without(text: Mapped, terms: tuple[str, ...]) -> Mapped:
    return text.rewrite(mask_edits(text.text, terms)) if terms else text


def _elsewhere(case: Case) -> list[Segment]:
    """Return the strings of a JSON answer that stand where the source has none."""
    known = {segment.path for segment in case.segments} if case.source_json is not None else set()
    places = case.answer_strings.items() if known else ()
    return [
        Segment(path, "", place.value, place)
        for path, place in ((show_path(parts), place) for parts, place in places)
        if path not in known
    ]
