"""Edits of one element of a document that leave everything outside it as it was."""

from __future__ import annotations

from collections.abc import Callable

from inst_trans_env.lift.scope import Scope

Edit = Callable[[str, str], str]
"""(tag, element as written without its own header) -> what stands there in its place."""

_POOR = {
    "ul": "- Zq.",
    "ol": "1. Zq.",
    "table": "| Zq |\n| --- |\n| |",
    "pre": "```\nzq(\n```",
    "blockquote": "> Zq.",
}
_STUFF = (
    "Very really obviously basically clearly simply just actually literally quite nice stuff; it: goes — on … "
    "(at 5% & more) ! Why? Who? 1, 2, 3, 4 ⭐ ⭐ **b** **c** **d** *i* *j* *k* `l` `m` [n](https://x.org) "
    "[o](https://y.org) $x = 1$ $y = 2$ NOTICE ORIGINAL [9] [a place] ![p](https://x.org/p.png) 2024/01/02!"
)


def blank(tag: str, text: str) -> str:
    """Return nothing; for a paragraph, one that shows nothing, so that those after it keep their numbers."""
    return "&nbsp;" if tag == "p" else ""


def poor(tag: str, text: str) -> str:
    """Return an element of the same kind with next to nothing in it."""
    return _POOR.get(tag, "Zq.")


def stuffed(tag: str, text: str) -> str:
    """Return the element with three times its words and every sign that could be forbidden or counted."""
    if tag == "table":
        return "\n".join(
            f"{line} Zq |" if "---" not in line else f"{line} --- |" for line in text.split("\n")[:-1]
        )
    if tag == "pre":
        return "```zq\n" + "zq(\n" * 60 + "```"
    if tag in {"ul", "ol"}:
        mark = "-" if tag == "ul" else "1."
        return f"{text}\n" + "\n".join(f"{mark} zq {_STUFF}" for _ in range(12))
    if tag == "p":
        return f"{_STUFF} {text} {text}"
    if tag == "blockquote":
        return f"> {_STUFF} {text.removeprefix('> ')} {text.removeprefix('> ')}"
    line = " ".join([_STUFF] * 4)
    return f"{line}\n\n{text}\n\n{line}"


EDITS: dict[str, Edit] = {"blank": blank, "poor": poor, "stuffed": stuffed}


def extent(scope: Scope) -> tuple[int, int]:
    """Return where the element begins and ends in the bytes of the document, its own header left out."""
    heading = scope.node.heading
    return (scope.node.start if heading is None else heading.end), scope.end


def edited(document: str, scope: Scope, edit: Edit) -> str:
    """Return the document with one element replaced."""
    start, end = extent(scope)
    data = document.encode()
    new = edit(scope.node.tag, data[start:end].decode().strip())
    if scope.node.heading is None and scope.node.tag != "document":
        return data[:start].decode() + new + "\n\n" + data[end:].decode().lstrip("\n")
    return f"{data[:start].decode().rstrip()}\n\n{new}\n\n{data[end:].decode().lstrip()}"
