"""A reference document in the making: sections with blocks, and the sites where constraints can be put."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from inst_trans_env.lift.selectors import Selector
from inst_trans_env.lift.synthesis import makers
from inst_trans_env.lift.synthesis.blocks import Block, Grid, Items, Paragraph, Quote, Voice
from inst_trans_env.lift.synthesis.ideas import Node
from inst_trans_env.lift.synthesis.prose import sentences
from inst_trans_env.lift.synthesis.topics import Topic


@dataclass(slots=True)
class Section:
    """A section: its header, its own blocks, its sub-sections, and where it stands.

    Attributes:
        path: header steps from the document down; empty for the document itself.
        is_last: whether some step of the path leads to a last sibling.
    """

    node: Node
    level: int
    path: Selector
    blocks: list[Block] = field(default_factory=list)
    children: list[Section] = field(default_factory=list)
    is_last: bool = False

    def walk(self) -> Iterator[Section]:
        """Yield the section and all below it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all_blocks(self) -> list[Block]:
        """Return its blocks and those of its sub-sections, in order."""
        return [block for section in self.walk() for block in section.blocks]


@dataclass(slots=True)
class Draft:
    """A document that is being shaped by constraints.

    Attributes:
        root: the document; its own header is the title.
        settled: choices that hold for the whole document, e.g. how square brackets are used.
    """

    topic: Topic
    root: Section
    settled: dict[str, str] = field(default_factory=dict)

    def settle(self, name: str, value: str) -> bool:
        """Make a choice for the whole document; False when it was made otherwise before."""
        return self.settled.setdefault(name, value) == value

    def write(self) -> str:
        """Return the document in Markdown."""
        return "\n\n".join(_written(self.root)) + "\n"

    def outline(self) -> str:
        """Return the outline: the headers, and below each what stands there, a note in brackets a block."""
        lines: list[str] = []
        for section in self.root.walk():
            lines.append(_header(section))
            lines += [f"[{block.note}]" for block in section.blocks]
        return "\n\n".join(lines)

    def headers(self) -> str:
        """Return the headers alone, one a line."""
        return "\n".join(_header(section) for section in self.root.walk())


def _header(section: Section) -> str:
    return f"{'#' * section.level} {section.node.title}"


def _written(section: Section) -> list[str]:
    parts = [_header(section), *(block.write() for block in section.blocks)]
    return parts + [part for child in section.children for part in _written(child)]


class Builder:
    """Makes the first draft of a document from an outline."""

    def __init__(self, topic: Topic, rng: random.Random) -> None:
        """Take the topic; every choice comes from `rng`."""
        self._topic = topic
        self._rng = rng
        count = len(sentences()["en"]["filler"])
        self._order = rng.sample(range(count), count)
        self._used = 0

    def outlined(self, root: Node) -> Draft:
        """Return a draft whose leaves hold paragraphs, lists, tables, code and quotes."""
        return Draft(self._topic, self._section(root, 1, ()))

    def flat(self, root: Node) -> Draft:
        """Return a draft of three to six blocks, some of them under headers of their own."""
        section = Section(root, 1, ())
        voice = self._voice(root.terms)
        section.blocks = [self._paragraph(voice) for _ in range(self._rng.randint(2, 3))]
        for maker in self._rng.sample(_FLAT_EXTRAS, self._rng.randint(0, 2)):
            section.blocks.append(maker(self._rng, voice))
        titles = self._rng.sample(_FLAT_TITLES, self._rng.choice((0, 2, 3)))
        for place, title in enumerate(titles, 1):
            child = Section(Node(title, root.terms, []), 2, (("H2", place),))
            child.blocks = [self._paragraph(voice)]
            section.children.append(child)
        if not titles:
            section.blocks.append(self._paragraph(voice))
        return Draft(self._topic, section)

    def _section(self, node: Node, level: int, path: Selector) -> Section:
        section = Section(node, level, path)
        if level > 1:
            section.blocks = self._blocks(node)
        for place, child in enumerate(node.children, 1):
            below = self._section(child, level + 1, (*path, (f"H{level + 1}", place)))
            below.is_last = place == len(node.children)
            section.children.append(below)
        return section

    def _blocks(self, node: Node) -> list[Block]:
        rng, voice = self._rng, self._voice(node.terms)
        if node.children:
            return [self._paragraph(voice)] if rng.random() < 0.5 else []
        blocks: list[Block] = [self._paragraph(voice) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.55:
            blocks.insert(rng.randint(1, len(blocks)), makers.special(rng, voice))
        if rng.random() < 0.12:
            blocks.append(makers.quote(rng, voice, self._filler))
        return blocks

    def _voice(self, terms: list[str]) -> Voice:
        return Voice(self._topic.name, self._rng.sample(terms, len(terms)))

    def _paragraph(self, voice: Voice) -> Paragraph:
        return makers.paragraph(self._rng, voice, self._filler)

    def _filler(self) -> int:
        """Return the next number, so that a statement comes back only when all have been used."""
        self._used += 1
        return self._order[self._used % len(self._order)]


_FLAT_EXTRAS = (makers.items, makers.grid, makers.code)
_FLAT_TITLES = ("Background", "Main Points", "Open Questions", "What Comes Next", "A Closer Look")


@dataclass(slots=True)
class Site:
    """An element that constraints can be put on.

    Attributes:
        kind: ``section``, ``document``, or the block's: ``paragraph``, ``quote``, ``list``, ``table``, ``code``.
        blocks: the blocks in it, those of sub-sections included unless it is shallow.
    """

    kind: str
    selector: Selector
    shallow: bool
    blocks: list[Block]
    draft: Draft
    section: Section
    rng: random.Random

    @property
    def paragraphs(self) -> list[Paragraph]:
        """Its paragraphs, that of a quote included when the quote is the site."""
        if self.kind == "quote":
            return [block.paragraph for block in self.blocks if isinstance(block, Quote)]
        return [block for block in self.blocks if isinstance(block, Paragraph)]

    @property
    def terms(self) -> list[str]:
        """The words of its section, in an order of its own."""
        terms = self.section.node.terms or self.section.children[0].node.terms
        return self.rng.sample(terms, len(terms))

    def pick(self, test: Callable[[Paragraph], bool] = bool) -> Paragraph | None:
        """Return a paragraph that passes a test, asked in random order, or None."""
        return next(filter(test, self.rng.sample(self.paragraphs, len(self.paragraphs))), None)


_BLOCK_KINDS: dict[type[Block], str] = {Paragraph: "paragraph", Quote: "quote", Items: "list", Grid: "table"}


def document_site(draft: Draft, rng: random.Random) -> Site:
    """Return the whole document as a site."""
    return Site("document", (), False, draft.root.all_blocks(), draft, draft.root, rng)


def section_sites(draft: Draft, section: Section, rng: random.Random) -> list[Site]:
    """Return the sites of a section: itself, its own text alone where it has sub-sections, each of its blocks."""
    sites = []
    if section.all_blocks():
        sites.append(Site("section", section.path, False, section.all_blocks(), draft, section, rng))
    if section.children and section.blocks:
        sites.append(Site("section", section.path, True, section.blocks, draft, section, rng))
    counts: dict[str, int] = {}
    for block in section.blocks:
        counts[block.tag] = counts.get(block.tag, 0) + 1
        path = (*section.path, (block.tag, counts[block.tag]))
        sites.append(Site(_BLOCK_KINDS.get(type(block), "code"), path, False, [block], draft, section, rng))
    return sites
