"""Read HTML into a tree."""

from __future__ import annotations

from inst_trans_env.lift.document.builder import TreeBuilder
from inst_trans_env.lift.document.html_tokens import tokens
from inst_trans_env.lift.document.node import Node

_LANGUAGE_CLASSES = ("language-", "lang-")


def read_html(text: str) -> Node:
    """Return the document's tree, repaired as a browser would; offsets are code points of `text`."""
    tree = TreeBuilder()
    for token in tokens(text):
        if token.kind == "text":
            tree.text(token.data)
        elif token.kind == "open":
            tree.html_open(token.data, token.attrs, token.start, token.end)
        else:
            tree.html_close(token.data, token.end)
    return tree.finish(len(text))


def code_language(pre: Node) -> str:
    """Return the language of an HTML code block by its class (``language-python``), or an empty string."""
    for node in (pre, *pre.elements()):
        for name in node.attrs.get("class", "").split():
            for prefix in _LANGUAGE_CLASSES:
                if name.lower().startswith(prefix):
                    return name[len(prefix) :]
    return ""
