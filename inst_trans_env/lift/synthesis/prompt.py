"""The message that a model gets: topic, outline, and every constraint below the part that it counts for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.schema import Evaluation
from inst_trans_env.lift.scope import Scope, visible
from inst_trans_env.lift.selectors import HEADERS, TAGS, NestedHtmlArgs, Resolver, Selector
from inst_trans_env.lift.synthesis.phrases import line
from inst_trans_env.lift.synthesis.topics import Topic

WHOLE = "In the whole document:"
REQUIREMENTS = "Requirements"
_OUTLINED = """\
Write a document in Markdown on this topic: {topic}.

Follow the outline between the lines of tildes. Keep its headers as they are. A note in brackets below a header \
names an element that belongs there: write the element in place of the note, in the given order, and add no others.

~~~
{outline}
~~~
"""
_FLAT = """\
Write a document in Markdown on this topic: {topic}. Give it whatever structure suits the topic and the requirements.
"""
_RULES = """\
How it is counted: a section reaches to the next header of its own level or above, sub-sections included, and its \
own header is not part of its text. Paragraphs are those outside lists, quotes and tables, counted within their \
section. Words and phrases count whole, in capitals or small letters alike. Only what a reader sees of the \
rendered document counts.

Answer with the document alone.
"""


def write_prompt(topic: Topic, outline: str, entries: Sequence[Evaluation]) -> str:
    """Return the message for a task; `outline` is empty for flat tasks."""
    opening = (_OUTLINED if outline else _FLAT).format(topic=topic.title, outline=outline)
    return "\n\n".join([f"{opening}\n{REQUIREMENTS}", *groups(outline, entries), _RULES.rstrip()])


def groups(outline: str, entries: Iterable[Evaluation]) -> list[str]:
    """Return the requirements by the part that they count for, each a header line and its bullets."""
    resolver = Resolver(parse_document(outline))
    blocks = []
    for path, found in groupby(entries, key=header_path):
        lines = "\n".join(f"- {line(entry)}" for entry in found)
        blocks.append(f"{part_name(resolver, path)}\n{lines}")
    return blocks


def header_path(entry: Evaluation) -> Selector:
    """Return the header steps of a constraint's selector."""
    return tuple(step for step in entry.selector.path if TAGS[step[0].upper()] in HEADERS)


def part_name(resolver: Resolver, path: Selector) -> str:
    """Return the line above the requirements of a part: the section by its header in the outline."""
    if not path:
        return WHOLE
    scope = resolver.scope(NestedHtmlArgs(selector_lst=path))
    if not isinstance(scope, Scope) or scope.node.heading is None:
        return f"In a section that the outline lacks ({path}):"
    return f"In the section “{visible(scope.node.heading)}”:"
