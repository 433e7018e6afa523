"""Find the element that a constraint is scoped to (parser ``nested_html``).

What the data's description leaves open is decided here, and can be set: whether indices count from 0 or 1,
and what they count. See `Indexing` and `infer_indexing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Literal

import msgspec

from inst_trans_env.lift.document import Document, DocumentType, Node, parse_document
from inst_trans_env.lift.scope import Scope

HEADERS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LEAVES = {
    "P": "p",
    "UL": "ul",
    "OL": "ol",
    "LI": "li",
    "TABLE": "table",
    "PRE": "pre",
    "CODE": "pre",
    "BLOCKQUOTE": "blockquote",
}
TAGS = {**{tag.upper(): tag for tag in sorted(HEADERS)}, **LEAVES}
"""Names in selectors -> tags of the tree."""

Selector = tuple[tuple[str, int], ...]
Base = Literal[0, 1]
Among = Literal["siblings", "document"]
BASES = (None, 0, 1)
AMONG = (None, "siblings", "document")
"""What may be asked for; None is for what the outlines show."""


class NestedHtmlArgs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the parser ``nested_html``."""

    selector_lst: Annotated[
        Selector | None,
        msgspec.Meta(
            description="Path of (tag, index) from the document down; empty or null = the whole response."
        ),
    ] = ()
    is_shallow: Annotated[
        bool, msgspec.Meta(description="Leave out sub-sections: own content up to the first child header.")
    ] = False
    document_type: Annotated[
        DocumentType, msgspec.Meta(description="How the response is read: `markdown`, `html` or `text`.")
    ] = "markdown"

    def __post_init__(self) -> None:
        """Refuse unknown tags, and headers below what is no section."""
        inside_leaf = False
        for tag, _ in self.path:
            if tag.upper() not in TAGS:
                raise ValueError(f"unknown tag {tag!r} in selector_lst; available: {', '.join(sorted(TAGS))}")
            is_header = TAGS[tag.upper()] in HEADERS
            if is_header and inside_leaf:
                raise ValueError(f"selector_lst looks for {tag} below an element that holds no sections")
            inside_leaf = not is_header

    @property
    def path(self) -> Selector:
        """The selector, empty for the whole response."""
        return self.selector_lst or ()


PARSERS: dict[str, type[NestedHtmlArgs]] = {"nested_html": NestedHtmlArgs}
"""Arguments by ``parser_name``."""


@dataclass(frozen=True, slots=True)
class Indexing:
    """How selectors count.

    Attributes:
        base: the number of the first element. A negative index counts from the end, -1 being the last.
        among: ``siblings``: elements of that tag directly below the previous one, or, when it has none
            there, those deeper below it, in order; ``document``: elements of that tag in the whole document.
    """

    base: Base = 1
    among: Among = "siblings"


class Resolver:
    """Finds scopes in one document; equal selectors share one scope and its texts."""

    def __init__(self, document: Document, indexing: Indexing = Indexing()) -> None:
        """Take a document; `indexing` says how selectors count."""
        self.document = document
        self._indexing = indexing
        self._scopes: dict[tuple[Selector, bool], Scope | str] = {}
        self._found: dict[tuple[int, str], list[Node]] = {}

    def scope(self, args: NestedHtmlArgs) -> Scope | str:
        """Return the element that the arguments select, or why there is none."""
        key = (args.path, args.is_shallow)
        if key not in self._scopes:
            self._scopes[key] = self._find(args)
        return self._scopes[key]

    def _find(self, args: NestedHtmlArgs) -> Scope | str:
        node, place = self.document.root, ""
        for tag, index in args.path:
            found = self._candidates(node, TAGS[tag.upper()])
            position = index - self._indexing.base if index >= 0 else len(found) + index
            step = f"{tag.upper()} {index}"
            if not 0 <= position < len(found):
                return f"there is no {step} below {place or 'the document'} ({len(found)} found)"
            if not _holds(node, found[position]):
                return f"{step} of the document is not below {place}"
            node, place = found[position], f"{place} > {step}" if place else step
        return Scope(self.document, node, shallow=args.is_shallow, place=place or "document")

    def _candidates(self, node: Node, tag: str) -> list[Node]:
        """Return what an index counts; kept, since most selectors of a rubric begin alike."""
        start = node if self._indexing.among == "siblings" else self.document.root
        key = (id(start), tag)
        if key not in self._found:
            direct = [child for child in start.elements() if child.tag == tag and _is_target(child, tag)]
            counts_direct = direct and self._indexing.among == "siblings"
            self._found[key] = direct if counts_direct else list(_below(start, tag))
        return self._found[key]


def _below(node: Node, tag: str) -> Iterator[Node]:
    """Yield the outermost elements of a tag below a node in order; a leaf is not looked for in sub-sections."""
    seeks_section = tag in HEADERS
    enters_sections = seeks_section or node.tag == "document"
    stack = list(node.elements())[::-1]
    while stack:
        current = stack.pop()
        if current.tag == tag and _is_target(current, tag):
            yield current
            if not seeks_section:
                continue
        if enters_sections if current.heading is not None else not seeks_section:
            stack.extend(list(current.elements())[::-1])


def _is_target(node: Node, tag: str) -> bool:
    return tag not in HEADERS or node.heading is not None


def _holds(ancestor: Node, node: Node) -> bool:
    return ancestor.start <= node.start and node.end <= ancestor.end


@dataclass(frozen=True, slots=True)
class Inference:
    """How the selectors of a file count, as its outlines show, and a warning when they do not show it."""

    indexing: Indexing
    warning: str | None


def infer_indexing(
    tasks: Iterable[tuple[str, Sequence[NestedHtmlArgs]]],
    base: Base | None = None,
    among: Among | None = None,
) -> Inference:
    """Choose the indexing under which every header selector finds its place in the outline of its task.

    A 0 anywhere proves that counting starts at 0. What outlines cannot decide is 1 and ``siblings``.

    Args:
        tasks: for each task its outline (Markdown) and the selectors of its constraints.
        base: set, not inferred, when given.
        among: set, not inferred, when given.
    """
    pairs = list(tasks)
    has_zero = any(index == 0 for _, selectors in pairs for args in selectors for _, index in args.path)
    bases: tuple[Base, ...] = (base,) if base is not None else (0,) if has_zero else (1, 0)
    options = [
        Indexing(*option) for option in product(bases, (among,) if among else ("siblings", "document"))
    ]
    cases = [
        (parse_document(outline), _header_paths(selectors)) for outline, selectors in pairs if outline.strip()
    ]
    misses = [_misses(cases, option) for option in options]
    best = options[misses.index(min(misses))]
    if min(misses):
        total = sum(len(paths) for _, paths in cases)
        return Inference(
            best, f"{min(misses)} of {total} selectors are not in their outlines, counting from {best.base}"
        )
    fitting = {option.base for option, missed in zip(options, misses, strict=True) if not missed}
    counted = any(index > 0 for _, selectors in pairs for args in selectors for _, index in args.path)
    if len(fitting) > 1 and counted:
        return Inference(best, "outlines do not show whether selectors count from 0 or 1: taken as 1")
    return Inference(best, None)


def _header_paths(selectors: Sequence[NestedHtmlArgs]) -> set[Selector]:
    paths = (tuple(step for step in args.path if TAGS[step[0].upper()] in HEADERS) for args in selectors)
    return {path for path in paths if path}


def _misses(cases: list[tuple[Document, set[Selector]]], indexing: Indexing) -> int:
    return sum(
        isinstance(Resolver(document, indexing).scope(NestedHtmlArgs(selector_lst=path)), str)
        for document, paths in cases
        for path in paths
    )
