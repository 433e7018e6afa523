"""Take off one code fence around a whole answer: models often hand a document over as a code block."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}+|~{3,}+)(?P<info>[^`\n]*+)$")
_INFOS = {"markdown": ("markdown", "md"), "html": ("html",), "text": ("text", "txt")}


def unwrap(text: str, document_type: str) -> tuple[str, int]:
    """Return what stands in the one fence around the whole text, and how many lines precede it.

    A text that is not wrapped comes back as it is, with 0. The fence must name the document's type
    (```` ```markdown ````). Inside, a fence with an info string opens a block even where CommonMark would
    not say so, because models nest three backticks in three; the last line must be what closes the first.
    """
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    if first is None or not (opening := _FENCE.match(lines[first])):
        return text, 0
    if opening["info"].strip().lower() not in _INFOS[document_type]:
        return text, 0
    last = max(index for index, line in enumerate(lines) if line.strip())
    if _closing_line(lines, first, opening["mark"]) != last:
        return text, 0
    return "\n".join(lines[first + 1 : last]), first + 1


def _closing_line(lines: list[str], first: int, mark: str) -> int | None:
    depth = 1
    for index in range(first + 1, len(lines)):
        fence = _FENCE.match(lines[index]) if lines[index].lstrip().startswith(mark) else None
        if fence is None:
            continue
        depth += 1 if fence["info"].strip() else -1
        if depth == 0:
            return index
    return None
