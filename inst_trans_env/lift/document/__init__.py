"""Documents as trees nested by header level, with the source lines of every element."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inst_trans_env.lift.document.html import read_html
from inst_trans_env.lift.document.markdown import read_markdown
from inst_trans_env.lift.document.node import Node, Source
from inst_trans_env.lift.document.plain import read_text
from inst_trans_env.lift.document.sections import nest
from inst_trans_env.lift.document.unwrap import unwrap
from inst_trans_env.text.segment import clean

DocumentType = Literal["markdown", "html", "text"]

__all__ = ["Document", "DocumentType", "Node", "Source", "parse_document"]


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A parsed response.

    Attributes:
        root: the tree, nested by header level.
        source: the text that the tree's offsets point into.
        document_type: how it was read.
        unwrapped: whether one code fence around the whole response was taken off.
    """

    root: Node
    source: Source
    document_type: DocumentType
    unwrapped: bool


def parse_document(text: str, document_type: DocumentType = "markdown") -> Document:
    """Read a response. Any string is a document: nothing raises, and time is linear in the text."""
    if text.startswith("\ufeff"):
        text = " " + text[1:]  # A byte-order mark is no text; places in the response stay as they are.
    body, skipped = unwrap(clean(text), document_type)
    if document_type == "markdown":
        data = body.encode("utf-8")
        return Document(nest(read_markdown(data)), Source(data, skipped + 1), document_type, skipped > 0)
    root = nest(read_html(body)) if document_type == "html" else read_text(body)
    return Document(root, Source(body, skipped + 1), document_type, skipped > 0)
