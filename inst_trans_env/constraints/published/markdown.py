"""The Markdown sub-check as published: each construct that the source has must occur at all in the answer.

Counts do not matter, and an image's link counts as a link too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from inst_trans_env.constraints.published.layout_break import has_table_row
from inst_trans_env.constraints.verdict import PASS, Verdict, fail
from inst_trans_env.tasks.schema import Task

Finder = Callable[[str], object]


def _link(text: str) -> bool:
    return any(_holds(line, "[", 1) for line in text.split("\n") if "](" in line)


def _image(text: str) -> bool:
    return any(_holds(line, "![", 0) for line in text.split("\n") if "](" in line)


def _holds(line: str, mark: str, least: int) -> bool:
    """Tell whether a line holds `mark`, at least so many characters, ``](``, something, and ``)``."""
    start = line.find(mark)
    if start < 0:
        return False
    middle = line.find("](", start + len(mark) + least)
    return middle >= 0 and line.find(")", middle + 3) >= 0


def _fence(text: str) -> bool:
    return text.count("```") > 1


CONSTRUCTS: dict[str, Finder] = {
    "heading": re.compile(r"^#{1,6}\s", re.MULTILINE).search,
    "bold": re.compile(r"\*\*[^*]+\*\*").search,
    "italic": re.compile(r"\*[^*]+\*").search,
    "inline code": re.compile(r"`[^`]+`").search,
    "fenced code": _fence,
    "list item": re.compile(r"^[-*+]\s", re.MULTILINE).search,
    "ordered item": re.compile(r"^\d+\.\s", re.MULTILINE).search,
    "link": _link,
    "image": _image,
    "quote": re.compile(r"^>\s", re.MULTILINE).search,
    "table row": has_table_row,
}


def check(task: Task, prediction: str) -> Verdict | None:
    """Compare which constructs occur, or return None when the source has none."""
    found = [name for name, find in CONSTRUCTS.items() if find(task.source_text)]
    if not found and "`" not in task.source_text:
        return None
    missing = tuple(name for name in found if not CONSTRUCTS[name](prediction))
    return PASS if not missing else fail(f"not found in the answer: {', '.join(missing)}", missing=missing)
