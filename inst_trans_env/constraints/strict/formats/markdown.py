"""Markdown: headings, lists, tables, quotes, rules, code, links and emphasis as in the source."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inst_trans_env.constraints.strict.formats.code import skeleton, unnumbered
from inst_trans_env.constraints.strict.formats.piece import Piece, Problem, View, difference, shorten, words
from inst_trans_env.text.markdown import Block, parse

_NESTED = ("ul(", "ul)", "ol(", "ol)", "item(", "item)", "quote(", "quote)")


def check(piece: Piece) -> Problem | None:
    """Compare the Markdown of a piece."""
    return _code(piece) or _blocks(piece) or _links(piece) or _emphasis(piece)


def _code(piece: Piece) -> Problem | None:
    """Compare fenced code in its order and inline code as a multiset."""
    source, answer = piece.source.markdown, piece.answer.markdown
    wanted = [(block.detail, skeleton(block.content)) for block in source.fences]
    got = [(block.detail, skeleton(block.content)) for block in answer.fences]
    if wanted != got:
        spans = tuple((block.start, block.end) for block in answer.fences)
        diff = difference(wanted, got)
        return Problem("fenced code differs", words(diff.missing), words(diff.extra), spans)
    keys = [(unnumbered(code.content), code) for code in answer.codes]
    diff = difference((unnumbered(code.content) for code in source.codes), (key for key, _ in keys))
    if not piece.row.markdown:
        # Backticks may be the quotation marks of a message, of its source (`word') or of its translation.
        if "`" in piece.source.text and not source.codes:
            diff.extra = []
        if not diff.extra:
            plain = unnumbered(piece.answer.text)
            diff.missing = [content for content in diff.missing if not _in_quotes(str(content), plain)]
    if not diff:
        return None
    extra = set(diff.extra)
    spans = tuple((code.start, code.end) for key, code in keys if key in extra)
    what = (diff.missing or diff.extra)[0]
    return Problem(
        f"inline code differs: {shorten(str(what))}", words(diff.missing), words(diff.extra), spans
    )


_QUOTES = "[\"'`‘’‚“”„«»‹›「」『』《》＂]"


def _in_quotes(content: str, text: str) -> bool:
    """Whether a string stands between quotation marks somewhere."""
    return re.search(rf"{_QUOTES}\s?{re.escape(content)}\s?{_QUOTES}", text) is not None


def _blocks(piece: Piece) -> Problem | None:
    """Compare the sequence of blocks; paragraphs in a row count as one."""
    certain = piece.row.markdown
    source, answer = piece.source.markdown.blocks, _answer_blocks(piece)
    if any(_is_prose_heading(piece.source, block, certain) for block in source):
        source, answer = _without_headings(source), _without_headings(answer)
    source, answer = _meant(source, certain), _meant(answer, certain)
    if not certain:
        answer = _without_chance(source, answer)
    wanted, got = _signature(source), _signature(answer)
    for left, right in zip(wanted, got, strict=False):
        if left[0] != right[0]:
            return Problem(f"{right[0]} stands where {left[0]} should", (left[0],), (right[0],), (right[1],))
    if len(wanted) == len(got):
        return _emptied(piece, source, answer)
    if len(wanted) > len(got):
        return Problem(f"{wanted[len(got)][0]} is missing", (wanted[len(got)][0],))
    return Problem(f"{got[len(wanted)][0]} was added", (), (got[len(wanted)][0],), (got[len(wanted)][1],))


def _emptied(piece: Piece, source: list[Block], answer: list[Block]) -> Problem | None:
    """Find a heading or a table cell that holds text in the source and none in the answer."""
    for kind in ("heading", "table"):
        left = [block for block in source if block.kind == kind]
        right = [block for block in answer if block.kind == kind]
        for due, block in zip(left, right, strict=False):
            wanted = _texts(piece.source.text, due)
            got = _texts(piece.answer.text, block)
            # Bullets that were read as another sign leave no place to look at.
            if len(wanted) == len(got) and any(
                want and not text for want, text in zip(wanted, got, strict=True)
            ):
                what = "heading" if kind == "heading" else "cell of a table"
                return Problem(f"a {what} came back empty", (), (), ((block.start, block.end),))
    return None


def _texts(text: str, block: Block) -> list[str]:
    """Return what a heading holds, or the cells of a table in the order of reading."""
    if block.kind == "heading":
        return [block.content.strip()]
    rows = text[block.start : block.end].strip().split("\n")
    return [
        cell.strip()
        for row in rows
        for cell in _PIPE.split(row.strip().lstrip("> \t").removeprefix("|").removesuffix("|"))
    ]


_PIPE = re.compile(r"(?<!\\)\|")
_PROSE_HEADING = re.compile(r"of\s")
_BULLET = re.compile(r"^([ \t]*)[•◦‣▪‒–—](?=[ \t])", re.MULTILINE)


def _answer_blocks(piece: Piece) -> list[Block]:
    """Return the answer's blocks; in a plain message other bullets are bullets, and ``# of`` may be new."""
    blocks = piece.answer.markdown.blocks
    if piece.row.markdown:
        return blocks
    kinds = {block.kind for block in piece.source.markdown.blocks}
    if piece.row.message and "ul(" in kinds and _BULLET.search(piece.answer.text):
        blocks = parse(_BULLET.sub(r"\1-", piece.answer.text)).blocks
    if "heading" not in kinds:
        prose = [_is_prose_heading(piece.answer, block, certain=False) for block in blocks]
        blocks = [Block("text") if odd else block for odd, block in zip(prose, blocks, strict=True)]
    return blocks


def _without_headings(blocks: list[Block]) -> list[Block]:
    return [Block("text") if block.kind == "heading" else block for block in blocks]


def _meant(blocks: list[Block], certain: bool) -> list[Block]:
    """Return the blocks without lists that only look like one."""
    dropped: set[int] = set()
    before = ""
    for first, last in _top_lists(blocks):
        items = _items(blocks, first, last)
        if len(items) == 1 and _is_prose_item(blocks[first].kind, items[0].detail, before, certain):
            dropped |= {first, first + 1, last - 1, last}
        before = items[-1].detail
    return [block for index, block in enumerate(blocks) if index not in dropped]


def _top_lists(blocks: list[Block]) -> list[tuple[int, int]]:
    """Return where the lists begin and end that stand in no other block."""
    found, depth, first = [], 0, 0
    for index, block in enumerate(blocks):
        if block.kind[-1] == "(":
            first = first if depth else index
            depth += 1
        elif block.kind[-1] == ")":
            depth -= 1
            if depth == 0 and block.kind != "quote)":
                found.append((first, index))
    return found


def _items(blocks: list[Block], first: int, last: int) -> list[Block]:
    """Return the items of one list, those of nested lists left out."""
    found, depth = [], 0
    for block in blocks[first + 1 : last]:
        if block.kind == "item(" and depth == 0:
            found.append(block)
        depth += (block.kind[-1] == "(") - (block.kind[-1] == ")")
    return found


def _is_prose_heading(view: View, block: Block, certain: bool) -> bool:
    """Whether ``# of items`` is meant as “number of items”, or ``# some remark`` as a comment."""
    if block.kind != "heading" or not view.text[block.start : block.end].lstrip().startswith("#"):
        return False
    return bool(_PROSE_HEADING.match(block.content)) or (not certain and block.content[:1].islower())


def _is_prose_item(kind: str, number: str, before: str, certain: bool) -> bool:
    """Whether a list of one item is none: a date (``3. Mai``), a dash before a remark."""
    if kind == "ul(":
        return not certain
    follows = before.isdigit() and number.isdigit() and int(number) == int(before) + 1
    return not follows and not (certain and number == "1")


def _without_chance(source: list[Block], answer: list[Block]) -> list[Block]:
    """Take for prose what the answer alone has: a dash that opens a dialogue, a date at a line's start."""
    present = {_group(block.kind) for block in source}
    return [block for block in answer if _group(block.kind) in present or block.kind not in _NESTED]


def _group(kind: str) -> str:
    """Return what a kind of block belongs to: a list that became another kind of list is still a list."""
    return "list" if kind[:-1] in ("ul", "ol", "item") else kind[:-1] if kind[-1] in "()" else kind


def _signature(blocks: Iterable[Block]) -> list[tuple[str, tuple[int, int]]]:
    """Return what has to be the same of each block with its place; text in a row counts once."""
    result: list[tuple[str, tuple[int, int]]] = []
    for block in blocks:
        name = {"heading": f"heading {block.detail}", "table": f"table {block.detail}"}.get(
            block.kind, block.kind
        )
        if name == "text" and result and result[-1][0] == "text":
            continue
        if name in ("ul(", "ol(") and result and result[-1][0] == name[:2] + ")":
            result.pop()  # another bullet character begins a new list that nobody sees
            continue
        result.append((name, (block.start, block.end)))
    return result


_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]{1,50}\]")


def _links(piece: Piece) -> Problem | None:
    """Compare destinations of links and images, and those of link definitions."""
    source, answer = piece.source.markdown, piece.answer.markdown
    keys = [(_link_key(link.destination, link.image), link) for link in answer.links]
    diff = difference(
        (_link_key(link.destination, link.image) for link in source.links), (k for k, _ in keys)
    )
    if diff:
        extra = set(diff.extra)
        spans = tuple((link.label_end, link.end) for key, link in keys if key in extra)
        return Problem(
            "destinations of links or images differ", words(diff.missing), words(diff.extra), spans
        )
    diff = difference(source.definitions, answer.definitions)
    if diff:
        return Problem("link definitions differ", words(diff.missing), words(diff.extra))
    diff = difference(_FOOTNOTE.findall(piece.source.hidden), _FOOTNOTE.findall(piece.answer.hidden))
    return Problem("footnote marks differ", words(diff.missing), words(diff.extra)) if diff else None


def _link_key(destination: str, image: bool) -> str:
    return ("!" if image else "") + unnumbered(destination)


def _emphasis(piece: Piece) -> Problem | None:
    """Compare the numbers of strong and of emphasis spans."""
    if not any(char in text for text in (piece.source.text, piece.answer.text) for char in "*_"):
        return None
    # Where the source shouts in capitals, *word* may be how the language does.
    shouts = not piece.row.markdown and not piece.source.emphasis.pairs
    for size, name in ((2, "strong"),) if shouts else ((2, "strong"), (1, "emphasis")):
        wanted, got = piece.source.emphasis.count(size), piece.answer.emphasis.count(size)
        if wanted != got:
            pairs = [pair for pair in piece.answer.emphasis.pairs if pair[0] == size]
            spans = tuple((opener[0], closer[1]) for _, opener, closer in pairs)
            return Problem(f"{got} {name} spans instead of {wanted}", (), (), spans)
    return None
