"""What a sub-check is given: a source text and its answer, both taken apart once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from inst_trans_env.constraints.verdict import Span, Verdict
from inst_trans_env.text import markdown
from inst_trans_env.text.html_names import CODE
from inst_trans_env.text.markdown_inline import Emphasis, emphasis
from inst_trans_env.text.markup import Token, scan
from inst_trans_env.text.placeholders import Placeholder, find_placeholders
from inst_trans_env.text.visible import is_plain


class View:
    """A text with its Markdown, markup and placeholders, each found when first asked for."""

    def __init__(self, text: str, colons: frozenset[str] = frozenset()) -> None:
        self.text = text
        self._colons = colons

    @cached_property
    def is_plain(self) -> bool:
        """Whether the text has no sign of any structure."""
        return is_plain(self.text, self._colons)

    @cached_property
    def markdown(self) -> markdown.Markdown:
        """The Markdown of the text."""
        return markdown.parse(self.text)

    @cached_property
    def hidden(self) -> str:
        """The text with Markdown's code replaced by a filler of the same length."""
        found = self.markdown
        ranges = [(code.start, code.end) for code in found.codes]
        ranges += [(fence.start, fence.end) for fence in found.fences]
        return markdown.mask(self.text, sorted(ranges))

    @cached_property
    def tokens(self) -> list[Token]:
        """Tags, comments and the like outside Markdown's code."""
        return scan(self.hidden)

    @cached_property
    def emphasis(self) -> Emphasis:
        """Strong and emphasis, tags left out of account."""
        tags = list(outside_prose(self.tokens))
        return emphasis(self.hidden, self.markdown.regions, tags)

    @cached_property
    def placeholders(self) -> list[Placeholder]:
        """The placeholders."""
        return find_placeholders(self.text, self._colons)


@lru_cache(maxsize=256)
def source_view(text: str, colons: frozenset[str]) -> View:
    """Return the view of a source, which all its rollouts share; callers must not change what it holds."""
    return View(text, colons)


def outside_prose(tokens: Iterable[Token]) -> Iterator[Span]:
    """Yield ascending ranges that hold no prose: tags, and all between the tags of elements with code."""
    depth = since = 0
    for token in tokens:
        if token.name in CODE and token.kind in ("open", "close"):
            if token.kind == "open":
                since = since if depth else token.start
                depth += 1
            elif depth:
                depth -= 1
                if depth == 0:
                    yield (since, token.end)
                    continue
        if depth == 0 and token.kind != "word":
            yield (token.start, token.end)


@dataclass(frozen=True, slots=True)
class Row:
    """What sub-checks need to know of the row.

    Attributes:
        source_lang: language code.
        target_lang: language code.
        markdown: whether a constraint line names Markdown, so that look-alikes are meant.
        colons: the ``:name`` placeholders that a constraint line names.
        kept: strings that the row orders into the answer (glossary targets, social elements).
        message: whether no constraint line names JSON, HTML or Markdown, so that the text may be a message.
    """

    source_lang: str
    target_lang: str
    markdown: bool = False
    colons: frozenset[str] = frozenset()
    kept: tuple[str, ...] = ()
    message: bool = False


@dataclass(slots=True)
class Piece:
    """A source text and the answer's text in its place; `start` is where the latter stands in the segment."""

    source: View
    answer: View
    row: Row
    start: int = 0


@dataclass(slots=True)
class Problem:
    """Why a sub-check fails; spans are places in the answer's text of the piece."""

    reason: str
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()


@dataclass(slots=True)
class Diff:
    """Two multisets compared: what only one of them holds."""

    missing: list[Hashable] = field(default_factory=list)
    extra: list[Hashable] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)


MANY = 20
"""How many differences a verdict lists."""


def difference(source: Iterable[Hashable], answer: Iterable[Hashable]) -> Diff:
    """Compare two multisets."""
    wanted, got = list(source), list(answer)
    if wanted == got:
        return Diff()
    left, right = Counter(wanted), Counter(got)
    return Diff(list((left - right).elements())[:MANY], list((right - left).elements())[:MANY])


def shorten(text: str, limit: int = 80) -> str:
    """Cut a text for a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def words(items: Iterable[Hashable]) -> tuple[str, ...]:
    """Write differences as strings for a verdict."""
    return tuple(shorten(str(item)) for item in items)


def verdict(name: str, problem: Problem | None) -> Verdict:
    """Turn the outcome of a sub-check into a verdict."""
    if problem is None:
        return Verdict(True)
    return Verdict(False, f"{name}: {problem.reason}", problem.missing, problem.extra, problem.spans[:MANY])
