"""Gate language: what a reader sees of the answer is in the target language.

Markup, code, URLs, placeholders, formulas, preserved social elements and glossary targets are taken out
first. Where the target has a script of its own (Hangul, kana, Thai, Devanagari, Arabic, Cyrillic, Han)
the script decides; Latin letters go through a bundled identifier, Indonesian and Malay pooled, and only
an answer whose target language has a probability below 0.05 is rejected. Fewer than twelve letters
(four of Han, kana, Hangul or Thai) say nothing and pass unless they are a copy of the source. The
values of a batch are judged together, and each value of at least thirty letters by itself. Sentences of
the source that the answer has as they are, of twenty letters together, are left untranslated. A remark of
the model's own before or behind a plain translation fails when it is in another language. An answer
without a letter fails where the source has some, and so does one that cannot be a translation of its
source: a fraction or a multiple of the usual length, cut off, or with mentions, HTML or placeholders
that come from nowhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.plausible import implausible
from inst_trans_env.constraints.strict.preface import foreign_remark
from inst_trans_env.constraints.strict.prose import Prose, prose
from inst_trans_env.constraints.strict.scripts import count_letters, has_letter, weight
from inst_trans_env.constraints.strict.untranslated import left_over
from inst_trans_env.constraints.strict.wrong_language import wrong_languages
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail

LINE = 30
"""A line with at least this many letters is looked at by itself; one of a dense script counts three."""

FOREIGN_SHARE = 0.3
"""A plain text may hold this share of paragraphs in another language (a quotation, a short preface)."""

_EDGES = re.compile(r"[\W_]+")
_INSIDE = re.compile(r"[^\W_]")


def check(case: Case) -> Verdict:
    """Judge all segments together, then the long lines by themselves."""
    parts = prose(case)
    source = "\n".join(part.source.text for part in parts)
    seen = "\n".join(part.seen.text for part in parts)
    answer = "\n".join(part.answer.text for part in parts)
    task = case.task
    if has_letter(source) and not has_letter(seen):
        return fail("the answer has no letters, the source has some")
    whole = "\n".join(part.source_seen.text for part in parts)
    if task.source_lang != task.target_lang and _untouched((source, answer), (whole, seen)):
        return fail("the answer is an untranslated copy of the source", spans=_everything(parts))
    lines = _long_lines(case, parts)
    reason, *reasons = wrong_languages(
        [(answer, False), *((line.text, True) for line in lines)], task.target_lang, whole
    )
    if reason:
        return fail(f"the answer is not in {task.target_lang}: {reason}", spans=_everything(parts))
    if case.source_json is None and (remark := foreign_remark(parts[0], task.target_lang)):
        note, place = remark
        return fail(note, spans=(parts[0].segment.span(*parts[0].answer.span(*place)),))
    verdict = _foreign_lines(case, lines, reasons, weight(count_letters(answer)))
    if verdict.passed:
        verdict = _left(left_over(case, parts))
    if verdict.passed and (reason := implausible(case, parts)):
        return fail(reason, spans=_everything(parts))
    return verdict


def _left(left: list[tuple[Prose, str]]) -> Verdict:
    """Fail for sentences left in the source's language; where one stands letter by letter it is marked."""
    if not left:
        return PASS
    spans = []
    for part, sentence in left[:50]:
        at = part.answer.text.find(sentence)
        if at >= 0:
            spans.append(part.segment.span(*part.answer.span(at, at + len(sentence))))
    more = f" and {len(left) - 1} more" if len(left) > 1 else ""
    return fail(f"“{left[0][1].strip()[:60]}”{more} is left untranslated", spans=tuple(spans))


def _untouched(without_terms: tuple[str, str], whole: tuple[str, str]) -> bool:
    """Whether the answer is the source, its glossary terms replaced or not; terms alone are no copy."""
    return has_letter(without_terms[0]) and (is_copy(*without_terms) or is_copy(*whole))


def is_copy(source: str, answer: str) -> bool:
    """Whether the texts are the same but for punctuation, white space and case, and have letters."""
    # Most answers begin with another letter, which spares looking at the rest of two long texts.
    if _first(source) != _first(answer):
        return False
    plain = _plain(source)
    return has_letter(plain) and plain == _plain(answer)


def _first(text: str) -> str:
    """Return the first character that `_plain` leaves."""
    match = _INSIDE.search(text)
    return match[0].casefold()[:1] if match else ""


def _plain(text: str) -> str:
    return _EDGES.sub("", text).casefold()


def _everything(parts: tuple[Prose, ...]) -> tuple[Span, ...]:
    return tuple(part.segment.span(0, len(part.segment.answer)) for part in parts[:50] if part.segment.answer)


@dataclass(frozen=True, slots=True)
class _Line:
    """A value of a batch or a paragraph of a plain text, and where it stands in its part."""

    part: Prose
    at: int
    text: str
    size: float


def _long_lines(case: Case, parts: tuple[Prose, ...]) -> list[_Line]:
    """Return the values of a batch, or the paragraphs of a plain text, that are long enough to judge."""
    found = []
    for part in parts:
        at = 0
        for line in part.answer.text.split("\n") if case.source_json is None else [part.answer.text]:
            size = weight(count_letters(line))
            if size >= LINE:
                found.append(_Line(part, at, line, size))
            at += len(line) + 1
    return found


def _foreign_lines(case: Case, lines: list[_Line], reasons: list[str], total: float) -> Verdict:
    """Fail for any value of a batch in another language, for more than a share of a plain text."""
    found = [(line, reason) for line, reason in zip(lines, reasons, strict=True) if reason]
    if not found or (
        case.source_json is None and sum(line.size for line, _ in found) <= FOREIGN_SHARE * total
    ):
        return PASS
    first, reason = found[0]
    spans = [
        line.part.segment.span(*line.part.answer.span(line.at, line.at + len(line.text)))
        for line, _ in found[:50]
    ]
    text = first.text.strip()[:60]
    return fail(f"“{text}” is not in {case.task.target_lang}: {reason}", spans=tuple(spans))
