from __future__ import annotations

import pytest

from inst_trans_env.text.markdown import parse
from inst_trans_env.text.markdown_inline import code_spans, emphasis


def kinds(text: str) -> list[str]:
    return [block.kind + block.detail for block in parse(text).blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# a\n\nb\n", ["heading1", "text"]),
        ("a\n=\n", ["heading1"]),
        ("- a\n  - b", ["ul(", "item(", "text", "ul(", "item(", "text", "item)", "ul)", "item)", "ul)"]),
        ("7. a", ["ol(", "item(7", "text", "item)", "ol)"]),
        ("> a", ["quote(", "text", "quote)"]),
        ("|a|b|\n|-|-|\n|c|\n|d|e|", ["table2-1-2"]),
        ("```sh x\na\n```", ["fencesh x"]),
        ("***", ["hr"]),
        ("plain", ["text"]),
        ("", []),
    ],
)
def test_blocks(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](b) ![c](d 'e')", ["b", "!d"]),
        ("[a]() [b](<c d>) [e](f(g)h)", ["", "c d", "f(g)h"]),
        ("[a [b](c)](d)", ["c", "d"]),
        ("[a](b c) [d](e", []),
        ("\\[a](b)", []),
        ("`[a](b)`", []),
        ("x[0](y) x[0](y.html)", ["y.html"]),
        ("[a][r] [R] [x]\n\n[r]: https://a.b 'title'", ["https://a.b", "https://a.b", "https://a.b"]),
        ("[T]: sometimes\n\n[T]", []),
    ],
)
def test_links(text: str, links: list[str]) -> None:
    found = parse(text).links
    assert [("!" if link.image else "") + link.destination for link in found] == links
    for link in found:
        assert text[link.start + link.image] == "["
        assert text[link.label_end] == "]"


@pytest.mark.parametrize(
    ("text", "em", "strong"),
    [
        ("*a* _b_ **c** __d__", 2, 2),
        ("***a***", 1, 1),
        ("**注意：**请", 0, 1),
        ('**"제목"**은', 0, 1),
        ("这是*重点*内容", 1, 0),
        ("** a ** * b *", 0, 0),
        ("2*3=6, 4*5 a*b*c", 0, 0),
        ("snake_case_name", 0, 0),
        ("\\*a\\*", 0, 0),
        ("* a\n* b", 0, 0),
        ("**a *b* c**", 1, 1),
        ("*a", 0, 0),
        ("a*", 0, 0),
    ],
)
def test_emphasis(text: str, em: int, strong: int) -> None:
    found = emphasis(text, [(0, len(text))])
    assert (found.count(1), found.count(2)) == (em, strong)


def test_markers_in_tags_do_not_count() -> None:
    text = '<a title="*x"> y* </a>'
    assert emphasis(text, [(0, len(text))], [(0, 14)]).pairs == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("`a` ``b`c``", ["a", "b`c"]),
        ("`a", []),
        ("` a `", ["a"]),
        ("`foo' and `bar'", []),
        ("``foo'' and ``bar''", []),
        ("`it's`", ["it's"]),
        ("`print('x')`", ["print('x')"]),
        ("\\`a`", []),
    ],
)
def test_code(text: str, codes: list[str]) -> None:
    assert [code.content for code in code_spans(text, 0, len(text))] == codes
