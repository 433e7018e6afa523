"""The parts of a reference document before they are written out: paragraphs, lists, tables, code, quotes."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from inst_trans_env.lift.collation import sort_key
from inst_trans_env.lift.synthesis.prose import Sentence, capitalised, pick


@dataclass(slots=True)
class Voice:
    """What the sentences of a section turn on: the topic's name and the section's words."""

    topic: str
    terms: list[str]


class Block(ABC):
    """An element below a header. `claims` are the properties that some constraint has settled."""

    tag: ClassVar[str]
    note: ClassVar[str]
    claims: set[str]

    def claim(self, *names: str) -> bool:
        """Settle properties; False, and nothing settled, when one of them is settled already."""
        if self.claims & set(names):
            return False
        self.claims |= set(names)
        return True

    @abstractmethod
    def write(self) -> str:
        """Return the block in Markdown."""


@dataclass(slots=True)
class Paragraph(Block):
    """Sentences between an optional opening and an optional closing phrase."""

    tag: ClassVar[str] = "P"
    note: ClassVar[str] = "paragraph"
    voice: Voice
    sentences: list[Sentence]
    claims: set[str] = field(default_factory=set)
    language: str = "en"
    start: str = ""
    end: str = ""
    case: str = ""
    marks: tuple[str, str] = ("", "")

    def keep_english(self) -> bool:
        """Settle that the paragraph is in English; False when it is to be in another language."""
        if self.language == "en":
            self.claims.add("english")
        return self.language == "en"

    def take_marks(self) -> bool:
        """Settle that the paragraph holds marked stretches; False when it is all capitals or all small."""
        if self.case or not self.keep_english():
            return False
        self.claims.add("marks")
        return True

    def speak(self, language: str) -> bool:
        """Write the paragraph in another language; False when some constraint needs English."""
        ready = all(sentence.is_foreign_ready for sentence in self.sentences)
        if not ready or "english" in self.claims or not self.claim("language"):
            return False
        self.language = language
        return True

    def add(self, rng: random.Random, kind: str, **values: str) -> None:
        """Put a sentence of a kind somewhere among the others."""
        sentence = Sentence(kind, rng.randrange(60), tuple(values.items()))
        self.sentences.insert(rng.randint(0, len(self.sentences)), sentence)

    def write(self) -> str:
        """Return the paragraph on one line."""
        terms = self.voice.terms
        texts = [
            sentence.write(self.language, self.voice.topic, terms[sentence.number % len(terms)])
            for sentence in self.sentences
        ]
        clauses = [pick("en", "clause", len(texts) + shift) for shift in (0, 1)]
        if self.start:
            texts.insert(0, f"{self.start}, {clauses[0]}.")
        if self.end:
            texts.append(f"{capitalised(clauses[1])}, {self.end}")
        text = f"{self.marks[0]}{' '.join(texts)}{self.marks[1]}"
        return {"upper": text.upper(), "lower": text.lower()}.get(self.case, text)


@dataclass(slots=True)
class Quote(Block):
    """A block quote of one paragraph."""

    tag: ClassVar[str] = "BLOCKQUOTE"
    note: ClassVar[str] = "block quote"
    paragraph: Paragraph
    claims: set[str] = field(default_factory=set)

    def write(self) -> str:
        """Return the quote."""
        return f"> {self.paragraph.write()}"


@dataclass(slots=True)
class Items(Block):
    """A list, bulleted or numbered, flat or with sub-items.

    Attributes:
        numbers: which item templates it holds.
        subs: how many sub-items each item has.
        lead: how items begin: nothing, ``bold``, or a word.
        boxes: how many boxes are ticked, from the top; None: it is no task list.
    """

    voice: Voice
    numbers: list[int]
    ordered: bool
    claims: set[str] = field(default_factory=set)
    language: str = "en"
    subs: int = 0
    lead: str = ""
    ending: str = ""
    first: int = 1
    is_sorted: bool = False
    boxes: int | None = None

    def speak(self, language: str) -> bool:
        """Write the items in another language; False when some constraint needs English."""
        if "english" in self.claims or not self.claim("language"):
            return False
        self.language = language
        return True

    @property
    def tag(self) -> str:  # type: ignore[override]
        """The selector's name for it."""
        return "OL" if self.ordered else "UL"

    @property
    def note(self) -> str:  # type: ignore[override]
        """What the outline calls it."""
        return "numbered list" if self.ordered else "bulleted list"

    def write(self) -> str:
        """Return the list, an item a line."""
        texts = [self._item(number) for number in self.numbers]
        if self.is_sorted:
            texts.sort(key=lambda text: sort_key(text.replace("*", "")))
        return "\n".join(line for place, text in enumerate(texts) for line in self._lines(place, text))

    def _item(self, number: int) -> str:
        text = capitalised(pick(self.language, "item", number)) + self.ending
        if self.lead == "bold":
            first, _, rest = text.partition(" ")
            return f"**{first}** {rest}"
        return f"{self.lead} {text[:1].lower()}{text[1:]}" if self.lead else text

    def _lines(self, place: int, text: str) -> list[str]:
        mark = f"{self.first + place}." if self.ordered else "-"
        box = "" if self.boxes is None else "[x] " if place < self.boxes else "[ ] "
        indent = " " * (len(mark) + 1)
        below = [
            f"{indent}- {capitalised(pick(self.language, 'item', self.numbers[place] + 3 * count))}{self.ending}"
            for count in range(1, self.subs + 1)
        ]
        return [f"{mark} {box}{text}", *below]


@dataclass(slots=True)
class Grid(Block):
    """A table: a first column of names and columns of values, each of one type."""

    tag: ClassVar[str] = "TABLE"
    note: ClassVar[str] = "table"
    headers: list[str]
    types: list[str]
    rows: list[list[str]]
    claims: set[str] = field(default_factory=set)

    def write(self) -> str:
        """Return the table."""
        lines = [self.headers, ["---"] * len(self.headers), *self.rows]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


@dataclass(slots=True)
class Code(Block):
    """A code block with its language, its lines, and names that occur in it."""

    tag: ClassVar[str] = "PRE"
    note: ClassVar[str] = "code block"
    language: str
    lines: list[str]
    names: list[str]
    claims: set[str] = field(default_factory=set)

    def write(self) -> str:
        """Return the block in its fence."""
        return "\n".join([f"```{self.language}", *self.lines, "```"])
