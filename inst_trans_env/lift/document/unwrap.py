"""Take off one code fence around a whole answer: models often hand a document over as a code block."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}+|~{3,}+)(?P<info>[^`\n]*+)$")
_INFOS = {"markdown": ("markdown", "md"), "html": ("html",), "text": ("text", "txt")}


def unwrap(text: str, document_type: str) -> tuple[str, int]:
    """Return what stands in the one fence around the whole text, and how many lines precede it.

    A text that is not wrapped comes back as it is, with 0. The first word behind the fence must name the
    document's type (```` ```markdown ````), and the last line must be what closes it. Models nest three
    backticks in three, so fences inside are paired as they are meant, not as CommonMark would: see
    `_closing_line`.
    """
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    if first is None or not (opening := _FENCE.match(lines[first])):
        return text, 0
    info = opening["info"].lower().split()
    if not info or info[0] not in _INFOS[document_type]:
        return text, 0
    last = max(index for index, line in enumerate(lines) if line.strip())
    if _closing_line(lines, first, opening["mark"]) != last:
        return text, 0
    return "\n".join(lines[first + 1 : last]), first + 1


def _closing_line(lines: list[str], first: int, mark: str) -> int | None:
    """Return the line that closes the fence of line `first`.

    A fence with an info string opens a block inside. A bare one closes the innermost block that it can close;
    directly inside the outer fence it opens a block when a line of code follows, not a blank one or nothing.
    """
    marks = [mark]
    for index in range(first + 1, len(lines)):
        fence = _FENCE.match(lines[index])
        if fence is None:
            continue
        inside, closes = len(marks) > 1, fence["mark"].startswith(marks[-1])
        if fence["info"].strip():
            if closes or not inside:
                marks.append(fence["mark"])
        elif closes and (inside or not _has_text(lines, index + 1)):
            marks.pop()
        elif not inside:
            marks.append(fence["mark"])
        if not marks:
            return index
    return None


def _has_text(lines: list[str], index: int) -> bool:
    return index < len(lines) and bool(lines[index].strip())
