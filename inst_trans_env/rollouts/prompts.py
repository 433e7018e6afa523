"""Which tasks a logged prompt is of: it holds what they ask, with a chat template's marks around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

KEPT = 4096
"""Prompts whose tasks are kept at hand: a group's answers have the same prompt."""
TEMPLATES = 8
"""Chat templates that are tried first, as they were met."""
_ROLE = "system|user|human|assistant|model|instruction|response"
_MARK = (
    r"<{1,2}[^<>\n]{1,40}>{1,2}"  # <|im_end|>, </s>, <<SYS>>
    r"|\[/?(?:INST|SYSTEM_PROMPT)\]"
    rf"|\#*[ ]*(?:{_ROLE})[ ]*(?::|\n|\Z|(?=<))"  # the names of roles, alone where special tokens were left out
)
_BEFORE = re.compile(rf"(?:(?:{_MARK})\s*|\n\s*)\Z", re.IGNORECASE)
_BETWEEN = re.compile(rf"(?:\s|{_MARK})*", re.IGNORECASE)
_AFTER = re.compile(_MARK, re.IGNORECASE)
_NEAR = 200
"""Characters beside a prompt, and between two messages, that are looked at."""


class Prompts(Protocol):
    """Finds tasks by prompts."""

    def find(self, prompt: str) -> Sequence[str]:
        """Return the ids of the tasks that a prompt is of: none, one, or several where their prompts are the same."""


class ParsedPrompts:
    """Prompts that can be read wherever they stand, because they have marks of their own.

    Args:
        prompts: (id, prompt) of the tasks.
        key: says what a prompt asks for, without what stands around it.
    """

    def __init__(self, prompts: Iterable[tuple[str, str]], key: Callable[[str], Hashable]) -> None:
        self._key = key
        self._ids: dict[Hashable, list[str]] = {}
        for name, prompt in prompts:
            self._ids.setdefault(key(prompt), []).append(name)

    def find(self, prompt: str) -> Sequence[str]:
        """Return the ids of the tasks that ask for the same."""
        return self._ids.get(self._key(prompt), ())


class WrappedPrompts:
    """Prompts without marks of their own: found by their whole texts.

    What stands before the first message may be a template's own system message; between messages there may be
    nothing but marks, and after the last one a mark or the end: a prompt that goes on is another one.

    Args:
        prompts: (id, texts of the messages) of the tasks.
    """

    def __init__(self, prompts: Iterable[tuple[str, Sequence[str]]]) -> None:
        self._ids: dict[tuple[str, ...], list[str]] = {}
        for name, texts in prompts:
            self._ids.setdefault(tuple(text.strip() for text in texts), []).append(name)
        # Of two that a prompt could be of, one holds the other.
        self._longest_first = sorted(self._ids, key=lambda texts: -sum(map(len, texts)))
        self._by_last: dict[str, list[tuple[str, ...]]] = {}
        for texts in self._longest_first:
            self._by_last.setdefault(texts[-1], []).append(texts)
        self._templates: list[tuple[str, str]] = []
        self._found = lru_cache(KEPT)(self._look)

    def find(self, prompt: str) -> Sequence[str]:
        """Return the ids of the tasks with the longest texts that the prompt holds."""
        return self._found(prompt)

    def _look(self, prompt: str) -> Sequence[str]:
        texts = self._in_known_template(prompt) or self._anywhere(prompt)
        return self._ids[texts] if texts else ()

    def _in_known_template(self, prompt: str) -> tuple[str, ...] | None:
        """Return the texts where the prompt stands in a template that was met: found at once, among any number."""
        for before, after in self._templates:
            if prompt.startswith(before) and prompt.endswith(after):
                last = prompt[len(before) : len(prompt) - len(after)].strip()
                for texts in self._by_last.get(last, ()):
                    if _place(texts, prompt):
                        return texts
        return None

    def _anywhere(self, prompt: str) -> tuple[str, ...] | None:
        for texts in self._longest_first:
            if place := _place(texts, prompt):
                met = (prompt[: place[0]], prompt[place[1] :])
                self._templates = [met, *self._templates][:TEMPLATES]
                return texts
        return None


def _place(texts: Sequence[str], prompt: str) -> tuple[int, int] | None:
    """Return where the last of the texts stands, when the prompt holds them all and nothing but marks around."""
    start = prompt.rfind(texts[-1])
    place = start, start + len(texts[-1])
    after = prompt[place[1] :].lstrip()[:_NEAR]
    if start < 0 or (after and not _AFTER.match(after)):
        return None
    for text in reversed(texts[:-1]):
        end, start = start, prompt.rfind(text, 0, start)
        between = start + len(text), end
        if start < 0 or between[1] - between[0] > _NEAR or not _BETWEEN.fullmatch(prompt, *between):
            return None
    before = prompt[max(0, start - _NEAR) : start]
    return place if not before.strip() or _BEFORE.search(before) else None
