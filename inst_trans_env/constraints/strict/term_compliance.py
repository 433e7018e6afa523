"""Gate term_compliance: every glossary term of the source comes out as the glossary says.

A pair whose source term does not occur demands nothing. Otherwise the target occurs in the same value
(or text) at least once; in one short sentence as often as its source term, one more or less (pronouns).
Matches are whole words where the script has words, the longest term first. Equal are composed and
decomposed letters, kinds of white space, apostrophes and hyphens, and the case of a first letter where
a sentence, a title, a list item or a table cell begins; other case and inflected forms are reported as
near misses. Only visible text counts. Stuffing fails: a term more than twice as often as its source
term plus one, terms in brackets or lines of their own at the end, a bare list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.listing import is_bare_list, listed
from inst_trans_env.constraints.strict.mapped import rewrite
from inst_trans_env.constraints.strict.near_misses import near_miss
from inst_trans_env.constraints.strict.prose import Prose, prose
from inst_trans_env.constraints.strict.reading import glossary, lines
from inst_trans_env.constraints.strict.terms import Folded, Occurrence, fold
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail
from inst_trans_env.text.segment import sentences

SHORT = 400
"""A source text of one sentence and at most this many characters is short: its terms are counted."""


def check(case: Case) -> Verdict:
    """Compare the glossary's terms of the source with those of the answer, value by value."""
    task = case.task
    pairs = glossary(tuple(lines(task, "term_compliance")), task.source_text)
    missing: list[str] = []
    extra: list[str] = []
    notes: list[str] = []
    spans: list[Span] = []
    for part in prose(case):
        segment = part.segment
        for fault in _faults(part, pairs):
            (extra if fault.surplus else missing).append(fault.term)
            notes.append(f"{segment.path}: {fault.note}" if segment.path else fault.note)
            spans.extend(segment.span(*span) for span in fault.spans[:10])
    if not notes:
        return PASS
    reason = "; ".join(notes[:3]) + (f"; and {len(notes) - 3} more" if len(notes) > 3 else "")
    return fail(reason, missing=tuple(missing), extra=tuple(extra), spans=tuple(spans[:50]))


@dataclass(frozen=True, slots=True)
class _Fault:
    """A term that is not as it should be, and where in the segment's answer."""

    term: str
    note: str
    surplus: bool
    spans: list[Span]


def _faults(part: Prose, pairs: tuple[tuple[str, str], ...]) -> Iterator[_Fault]:
    source, found = _source_terms(part.source_seen.text, tuple(term for term, _ in pairs))
    if not found:
        return
    answer = Folded(part.seen)
    used = answer.occurrences(target for _, target in pairs)
    if is_bare_list(answer.text, used, source.text, found):
        places = [answer.span(item.start, item.end) for item in used]
        yield _Fault(used[0].term, "the answer lists terms without running text", True, places)
        return
    short = len(part.segment.source) <= SHORT and _is_one_sentence(source.text)
    terms_of: dict[str, list[str]] = defaultdict(list)
    for term, target in pairs:
        terms_of[target].append(term)
    listed_source, listed_answer = listed(source, found), listed(answer, used)
    for target, terms in terms_of.items():
        demand = _Demand(target, terms, short, source.text)
        fault = demand.fault(answer, found, used, listed_source, listed_answer)
        if fault is not None:
            yield fault


@lru_cache(maxsize=256)
def _source_terms(text: str, terms: tuple[str, ...]) -> tuple[Folded, list[Occurrence]]:
    """Return the folded visible source and its terms, found once for all its rollouts."""
    source = Folded(rewrite(text, ()))
    return source, source.occurrences(terms)


@lru_cache(maxsize=256)
def _is_one_sentence(text: str) -> bool:
    return len(sentences(text)) <= 1


@dataclass(frozen=True, slots=True)
class _Demand:
    """What one target term has to satisfy, for all the source terms that it renders."""

    target: str
    terms: list[str]
    short: bool
    source: str

    def fault(
        self,
        answer: Folded,
        found: list[Occurrence],
        used: list[Occurrence],
        listed_source: list[Occurrence],
        listed_answer: list[Occurrence],
    ) -> _Fault | None:
        """Return what is wrong; None when nothing is or when no source term occurs."""
        demanded = sum(item.term in self.terms for item in found)
        if not demanded:
            return None
        mine = [item for item in used if item.term == self.target]
        only_listed = [item for item in listed_answer if item.term == self.target]
        surplus = max(0, len(only_listed) - sum(item.term in self.terms for item in listed_source))
        least = max(1, demanded - 1) if self.short else 1
        if len(mine) - surplus < least:
            return self._too_few(answer, mine, only_listed if surplus else [], demanded)
        expected = max(demanded, self._loosely())
        if len(mine) > (expected + 1 if self.short else 2 * expected + 1):
            places = [answer.span(item.start, item.end) for item in mine]
            source = "/".join(self.terms)
            note = f"“{self.target}” occurs {len(mine)} times, {source} in the source {demanded} times"
            return _Fault(self.target, note, True, places)
        return None

    def _loosely(self) -> int:
        """Count the source terms inside words and in any case, inflected forms included."""
        text = self.source.casefold()
        return sum(text.count(fold(term).casefold()) for term in self.terms)

    def _too_few(
        self, answer: Folded, mine: list[Occurrence], only_listed: list[Occurrence], demanded: int
    ) -> _Fault:
        source = "/".join(self.terms)
        if only_listed:
            places = [answer.span(item.start, item.end) for item in only_listed]
            return _Fault(
                self.target, f"“{self.target}” for {source} is only listed, not used", False, places
            )
        how_often = (
            "does not occur" if not mine else f"occurs {len(mine)} times, the source term {demanded} times"
        )
        miss = near_miss(answer.text, self.target, [(item.start, item.end) for item in mine])
        note = f"“{self.target}” for {source} {how_often}" + (f" (near miss: {miss.note})" if miss else "")
        return _Fault(self.target, note, False, [answer.span(miss.start, miss.end)] if miss else [])
