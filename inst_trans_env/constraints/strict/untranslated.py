"""Sentences of the source that were left as they are in an answer that is otherwise translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from inst_trans_env.constraints.strict.case import Case
from inst_trans_env.constraints.strict.prose import Prose
from inst_trans_env.constraints.strict.scripts import count_letters, has_letter, weight, without_code
from inst_trans_env.constraints.strict.wrong_language import WORD, wrong_language
from inst_trans_env.text.remember import remembered
from inst_trans_env.text.segment import sentences

_OTHERS = re.compile(r"[\W_]+")

FEW = 50
"""Sentences of a source up to which each is looked for in the whole answer before that is cut into its own."""

LEAST = 20
"""Letters that sentences left as they are have together; one of a dense script counts three."""

WORDS = 3
"""Words in small letters that such a sentence has, so that it is no name, title or address."""


@remembered
def plain(text: str) -> str:
    """Return the text without case, punctuation and white space, which make no translation."""
    return _OTHERS.sub("", text.casefold())


@lru_cache(maxsize=1024)
def translatable(without_terms: str, whole: str) -> tuple[tuple[str, str, str], ...]:
    """Return the sentences of a source that have letters: as written, plain without their terms, plain with."""
    pieces, seen = sentences(without_terms), sentences(whole)
    if len(seen) != len(pieces):
        seen = pieces
    return tuple(
        (piece, plain(piece), plain(full))
        for piece, full in zip(pieces, seen, strict=True)
        if has_letter(without_code(piece))
    )


def unchanged(part: Prose) -> Iterator[bool]:
    """Yield for each translatable sentence whether it is one of the answer's, its terms replaced or not."""
    wanted = translatable(part.source.text, part.source_seen.text)
    if len(wanted) <= FEW and not any(_standing(part)):
        yield from (False for _ in wanted)
        return
    given = _given(part)
    yield from (not given.isdisjoint(pair) for _, *pair in wanted)


def _standing(part: Prose) -> Iterator[bool]:
    """Yield for each translatable sentence whether it stands anywhere in the answer, of many as one of its own."""
    wanted = translatable(part.source.text, part.source_seen.text)
    if len(wanted) > FEW:
        given = _given(part)
        yield from (not given.isdisjoint(pair) for _, *pair in wanted)
        return
    whole = [plain(text) for text in {part.answer.text, part.seen.text}]
    for _, *pair in wanted:
        yield any(one in text for one in pair for text in whole)


def _given(part: Prose) -> set[str]:
    return {plain(sentence) for text in {part.answer.text, part.seen.text} for sentence in sentences(text)}


def left_over(case: Case, parts: tuple[Prose, ...]) -> list[tuple[Prose, str]]:
    """Return the sentences of the source language that stand in the answer as they are, if they say enough."""
    task = case.task
    if task.source_lang == task.target_lang:
        return []
    found = []
    for part in parts:
        if not _shares_a_letter(part):
            continue
        wanted = translatable(part.source.text, part.source_seen.text)
        for (written, *_), same in zip(wanted, _standing(part), strict=True):
            if same and _is_prose(written):
                found.append((part, written))
    text = "\n".join(sentence for _, sentence in found)
    if weight(count_letters(text)) < LEAST or wrong_language(text, task.source_lang, alone=True):
        return []
    return found if wrong_language(text, task.target_lang, alone=True) else []


def _shares_a_letter(part: Prose) -> bool:
    """Whether a sentence of the source can stand in the answer at all: spares what is between two scripts."""
    source = {*part.source.text.casefold(), *part.source_seen.text.casefold()}
    answer = {*part.answer.text.casefold(), *part.seen.text.casefold()}
    return any(map(str.isalpha, source & answer))


def _is_prose(sentence: str) -> bool:
    """Whether a sentence is more than names: words in small letters, or a script that has no capitals."""
    text = without_code(sentence)
    small = [word for word in WORD.findall(text) if not word[0].isupper()]
    if text.lower() == text.upper():
        return True
    return len(small) >= WORDS or sum(weight(count_letters(word)) for word in small) >= LEAST
