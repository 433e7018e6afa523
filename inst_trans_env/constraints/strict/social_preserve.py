"""Gate social_preserve: mentions, hashtags, emotes, emoji and URLs come back whole and equally often.

The line is read with the source at hand, so that separators inside a URL or a topic, and elements
listed with spaces, are read right. Each element occurs in the same value as often as in the source, as
a whole token: ``@foo`` is not in ``@foobar``, ``#AI`` not in ``#AIGC``, ``#话题#`` keeps both signs; an
emoji may lose its variation selector.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from inst_trans_env.constraints.strict.case import Case, Segment
from inst_trans_env.constraints.strict.mapped import Edit, Mapped, rewrite
from inst_trans_env.constraints.strict.near_misses import near_miss
from inst_trans_env.constraints.strict.reading import lines, social_elements, without_selectors
from inst_trans_env.constraints.strict.terms import bounded
from inst_trans_env.constraints.verdict import PASS, Span, Verdict, fail

_MARKED = regex.compile(r"\P{M}\p{M}{1,30}+|[\ufe0e\ufe0f]+")
_URL_GOES_ON = re.compile(r"[.,;:!'*~)]{0,3}[A-Za-z0-9/_%#?&=@+$-]")
_NAME_GOES_ON = re.compile(r"\.?\w")
_PARTS_OF_EMOJI = "\u200d\u20e3\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"


def check(case: Case) -> Verdict:
    """Count the elements of each segment's source and answer."""
    task = case.task
    elements = social_elements(tuple(lines(task, "social_preserve")), task.source_text)
    missing: list[str] = []
    extra: list[str] = []
    notes: list[str] = []
    spans: list[Span] = []
    for segment in case.segments:
        for fault in _faults(segment, elements):
            (extra if fault.surplus else missing).append(fault.element)
            notes.append(f"{segment.path}: {fault.note}" if segment.path else fault.note)
            spans.extend(segment.span(*place) for place in fault.spans[:10])
    for element in _never_seen(case, elements):
        missing.append(element)
        notes.append(f"“{element}” is demanded and does not occur (nor does it in the source)")
    if not notes:
        return PASS
    reason = "; ".join(notes[:3]) + (f"; and {len(notes) - 3} more" if len(notes) > 3 else "")
    return fail(reason, missing=tuple(missing), extra=tuple(extra), spans=tuple(spans[:50]))


@dataclass(frozen=True, slots=True)
class _Fault:
    """An element that occurs too seldom or too often in a segment's answer."""

    element: str
    note: str
    surplus: bool
    spans: list[Span]


def _faults(segment: Segment, elements: tuple[str, ...]) -> Iterator[_Fault]:
    source, answer = _plain(segment.source), _plain(segment.answer or "")
    loose, whole = _places(source.text, elements, False), _places(source.text, elements, True)
    given, given_loosely = _places(answer.text, elements, True), _places(answer.text, elements, False)
    for element in elements:
        least, most = len(whole[element]), len(loose[element])
        found = given[element] if least else given_loosely[element]
        least = least or most
        places = [answer.span(*place) for place in found]
        if len(found) < least:
            miss = near_miss(answer.text, element.rstrip("#＃") or element, found)
            near = f" (near miss: {miss.note})" if miss else ""
            note = f"“{element}” occurs {len(found)} times instead of {least}{near}"
            yield _Fault(element, note, False, [answer.span(miss.start, miss.end)] if miss else places)
        elif len(found) > most and (most or given[element]):
            yield _Fault(element, f"“{element}” occurs {len(found)} times instead of {most}", True, places)


def _never_seen(case: Case, elements: tuple[str, ...]) -> Iterator[str]:
    """Yield elements that are neither in the source nor in the answer: the line demands them all the same."""
    source, answer = without_selectors(case.task.source_text), without_selectors(case.answer)
    decoded = "\n".join(segment.source for segment in case.segments)
    for element in elements:
        wanted = without_selectors(element)
        if wanted not in source and wanted not in without_selectors(decoded) and wanted not in answer:
            yield element


def _plain(text: str) -> Mapped:
    """Return the text without variation selectors and with composed letters."""
    return rewrite(text, _edits(text))


def _edits(text: str) -> Iterator[Edit]:
    for match in _MARKED.finditer(text):
        yield match.start(), match.end(), unicodedata.normalize("NFC", without_selectors(match[0]))


def _places(text: str, elements: tuple[str, ...], whole: bool) -> dict[str, list[Span]]:
    """Return where each element stands, the longest first, as a whole token or anywhere."""
    used = bytearray(len(text))
    found: dict[str, list[Span]] = {element: [] for element in elements}
    for element in sorted(found, key=len, reverse=True):
        wanted = _plain(element).text
        at = text.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            stands = used.find(1, at, end) < 0 and (not whole or _is_whole(text, at, end))
            if stands:
                used[at:end] = b"\1" * (end - at)
                found[element].append((at, end))
            at = text.find(wanted, end if stands else at + 1)
    return found


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the token that begins at `start` ends at `end`."""
    token, before, after = text[start:end], text[max(0, start - 1) : start], text[end : end + 8]
    if token[0] in "[【" or (token[0] in "#＃" and len(token) > 2 and token[-1] == token[0]):
        return True
    if token.startswith(("http://", "https://")):
        return not _URL_GOES_ON.match(after)
    if token[0] in "@＠#＃":
        joined = (
            before.isalnum()
            if token[0] in "#＃"
            else before.isascii() and (before.isalnum() or before == "_")
        )
        return not joined and not _NAME_GOES_ON.match(after) and not _is_mark(after[:1])
    if not any(map(str.isalnum, token)):
        return before != "\u200d" and after[:1] not in (*_PARTS_OF_EMOJI,)
    return bounded(text, start, end)


def _is_mark(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] == "M"
