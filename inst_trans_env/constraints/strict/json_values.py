"""The strings of a JSON document by path, and where each of them stands in the document's text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from inst_trans_env.text.json_strict import Path

_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u.{4}|\\.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class JsonText:
    """A text as it is written at code point `at`: `raw` is the value itself or, in JSON, has its escapes."""

    value: str
    raw: str
    at: int

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the code points `start`..`end` of the value stand in the document."""
        return self.at + self._raw_index(start), self.at + self._raw_index(end)

    def _raw_index(self, index: int) -> int:
        """Return the raw offset of a code point of the value: escapes are longer than what they mean."""
        if self.raw == self.value:
            return index
        shift = 0
        for escape in _ESCAPE.finditer(self.raw):
            if escape.start() - shift >= index:
                break
            shift += len(escape.group()) - 1
        return index + shift


def located_strings(text: str, value: Any) -> dict[Path, JsonText]:
    """Return every string value with its place; string tokens, keys included, stand in walking order."""
    tokens = _TOKEN.finditer(text)
    found: dict[Path, JsonText] = {}
    stack: list[tuple[Path, Any]] = [((), value)]
    while stack:
        path, node = stack.pop()
        if isinstance(node, _Key):
            next(tokens)
        elif isinstance(node, str):
            token = next(tokens)
            found[path] = JsonText(node, token.group(1), token.start(1))
        elif isinstance(node, dict):
            for key, child in reversed(node.items()):
                stack.append(((*path, key), child))
                stack.append((path, _KEY))
        elif isinstance(node, list):
            stack.extend(((*path, index), node[index]) for index in range(len(node) - 1, -1, -1))
    return found


class _Key:
    """Marks a key's own token in the walk."""


_KEY = _Key()
