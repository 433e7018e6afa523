from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt

from inst_trans_env.lift.document import Node, parse_document
from inst_trans_env.lift.scope import Scope
from tests.lift.build import scope_of


def shape(text: str, kind: str = "markdown") -> list[object]:
    """The tree as nested lists of tags; a section is (tag, heading text, children)."""

    def of(node: Node) -> object:
        children = [
            of(child) for child in node.elements() if child.tag not in {"strong", "em", "a", "br", "code"}
        ]
        if node.heading is not None:
            return (node.tag, "".join(map(str, node.heading.children)), children)
        return [node.tag, *children] if children else node.tag

    return [of(child) for child in parse_document(text, kind).root.elements()]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```bash\n# x\n```", ["pre"]),
        ("Title\n---", [("h2", "Title", [])]),
        ("Title\n===\n\nb", [("h1", "Title", ["p"])]),
        ("a\n\n---\n\nb", ["p", "hr", "p"]),
        ("#NoSpace", ["p"]),
        ("####### seven", ["p"]),
        ("# closed ##", [("h1", "closed", [])]),
        ("#", [("h1", "", [])]),
        ("para\n- a", ["p", ["ul", "li"]]),
        ("para\n1. a", ["p", ["ol", "li"]]),
        ("para\n2. a", ["p"]),
        ("> ## q", [["blockquote", "h2"]]),
        ("- ## h\n- b", [["ul", ["li", "h2"], "li"]]),
        ("**Bold line**\n\ntext", ["p", "p"]),
        ("x\n````md\n# a\n```\n# b\n```\n````", ["p", "pre"]),
        ("1. a\n1. b\n\ntext\n\n3. c", [["ol", "li", "li"], "p", ["ol", "li"]]),
        ("- a\n\n* b", [["ul", "li"], ["ul", "li"]]),
        ("    # indented", ["pre"]),
        ("\\# escaped", ["p"]),
        ("<!-- # c -->\n\n# T", [("h1", "T", [])]),
        ("# A\n## B\ntext\n# C", [("h1", "A", [("h2", "B", ["p"])]), ("h1", "C", [])]),
        ("## B\n#### D\n### C", [("h2", "B", [("h4", "D", []), ("h3", "C", [])])]),
        ("### C\n## B", [("h3", "C", []), ("h2", "B", [])]),
        ("Sure, here is it:\n\n# A", ["p", ("h1", "A", [])]),
        ("| a |\n|---|\n| 1 |", [["table", ["thead", "td"], ["tr", "td"]]]),
        ("| a |\n| 1 |", ["p"]),
        ("<h2>T</h2>\n\ntext", [("h2", "T", ["p"])]),
        ("<div>\n\n## T\n\ntext\n\n</div>\n\n# U", [("h2", "T", ["p"]), ("h1", "U", [])]),
        ("<div hidden>\n\n## T\n\n</div>\n\n# U", [("h1", "U", [])]),
        ("<table><tr><td>1<td>2<tr><td>3</table>", [["table", ["tr", "td", "td"], ["tr", "td"]]]),
        ("---\ntitle: x\n---\n\n# T", ["hr", ("h2", "title: x", []), ("h1", "T", [])]),
    ],
)
def test_markdown_tree(text: str, expected: list[object]) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<h1>A</h1><p>x<p>y<h2>B</h2>z", [("h1", "A", ["p", "p", ("h2", "B", ["p"])])]),
        (
            "<!doctype html><html><head><title>t</title></head><body><main><h2>A</h2>x</main>",
            [("h2", "A", ["p"])],
        ),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", [["ul", "li", ["li", ["ul", "li"]]]]),
        ("<script># x</script><style>h1{}</style><p>a", ["p"]),
        ("<p style='display: none'>a</p><p>b", ["p"]),
        ("<blockquote><h2>q</h2></blockquote>", [["blockquote", "h2"]]),
        ("# not Markdown", ["p"]),
        ("<h2>a <h3>b", [("h2", "a ", [("h3", "b", [])])]),
    ],
)
def test_html_tree(text: str, expected: list[object]) -> None:
    assert shape(text, "html") == expected


def test_plain_text_has_paragraphs_only() -> None:
    assert shape("# a\n- b\n \n\nc\n", "text") == ["p", "p"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A **b** [c](http://d.e 'f') `g` ![alt](h.png) <b>i</b>", "A b c g i"),
        ("a <!-- b --> c", "a c"),
        ("a<span hidden>b</span>c", "ac"),
        ("a<br>b  \nc\nd", "a\nb\nc d"),
        ("中文\n换行\nand Latin", "中文换行 and Latin"),
        ("- a\n  - b\n- c", "a\nb\nc"),
        ("- [x] done\n- [ ] open", "done\nopen"),
        ("|h|\n|-|\n|`a\\|b`|", "h\na|b"),
        ("|a|b|\n|-|-|\n|1|", "a\tb\n1\t"),
        ("x[^1]\n\n[^1]: note", "x\n\nnote"),
        ("&amp; &lt;b&gt; \\*", "& <b> *"),
        ("~~a~~ b", "a b"),
        ("```py\nx = 1\n\ny\n```", "x = 1\n\ny"),
        ("> q\n> r\n\np", "q r\n\np"),
        ("<details><summary>s</summary>\n\nbody\n\n</details>", "s\n\nbody"),
        ("a\u00a0b  c", "a\u00a0b c"),
    ],
)
def test_visible_text(text: str, expected: str) -> None:
    scope = scope_of(text)
    assert isinstance(scope, Scope)
    assert scope.text == expected


@pytest.mark.parametrize(
    ("text", "lines", "body"),
    [
        ("```markdown\n# A\n\nx\n```", (2, 4), "x"),
        ("\n\n````md\n# A\n```py\nx\n```\n````\n", (4, 7), "x"),
        ("```markdown\n# A\n```py\nx\n```\nend\n```", (2, 6), "x\n\nend"),
        ("~~~markdown\n# A\n\nx\n~~~\n", (2, 4), "x"),
        ("```markdown title=x\n# A\n\nx\n```", (2, 4), "x"),
        ("```Markdown  {.wide}\n# A\n\nx\n```", (2, 4), "x"),
        ("```markdown\n# A\n\n```\ny\n```\n\nend\n```", (2, 8), "y\n\nend"),
        ("```markdown\n# A\n\n```\ny\n```\n```", (2, 6), "y"),
        ("```markdown\n# A\n\n~~~\ny\n~~~\n\nend\n```", (2, 8), "y\n\nend"),
        ("```markdown\n# A\n\n```py\ny\n```\n\n```\nz\n```\n```", (2, 10), "y\n\nz"),
        ("```markdown\n# A\n\n~~~\n```\n~~~\n\nend\n```", (2, 8), "```\n\nend"),
    ],
)
def test_one_fence_around_the_whole_is_taken_off(text: str, lines: tuple[int, int], body: str) -> None:
    scope = scope_of(text, [("H1", 1)])
    assert isinstance(scope, Scope)
    assert scope.document.unwrapped
    assert scope.lines_in_response == lines
    assert scope.text == body


@pytest.mark.parametrize(
    "text",
    [
        "```\n# A\n```",
        "```python\n# A\n```",
        "```markdown\n# A\n```\n\nand\n\n```py\nx\n```",
        "```markdown\n# A\n```\n\nand\n\n```\nx\n```",
        "```markdown\n# A\n```\n```",
        "```markdownish\n# A\n```",
        "Here it is:\n\n```markdown\n# A\n```",
        "```markdown\n# A",
        "```markdown",
    ],
)
def test_other_fences_stay(text: str) -> None:
    document = parse_document(text)
    assert not document.unwrapped
    assert not any(node.heading for node in document.root.elements())


def test_html_and_text_are_unwrapped_by_their_own_fence_only() -> None:
    assert parse_document("```html\n<h1>A</h1>\n```", "html").unwrapped
    assert not parse_document("```markdown\n<h1>A</h1>\n```", "html").unwrapped


def test_lines_count_newlines_only_and_bytes_do_not_shift_them() -> None:
    text = "# é\u2028é\n\n中文 \x0b x\n\n## B\n\n- a\n- b\n\n\n## C"
    scope = scope_of(text, [("H2", 1)])
    assert isinstance(scope, Scope)
    assert scope.lines_in_response == (5, 8)
    assert scope.source == "## B\n\n- a\n- b"


def test_crlf_documents_read_like_others() -> None:
    unix = "# A\n\npara\nline\n\n| a |\n|---|\n| 1 |\n\n```py\nx\n```\n"
    left, right = scope_of(unix), scope_of(unix.replace("\n", "\r\n"))
    assert isinstance(left, Scope)
    assert isinstance(right, Scope)
    assert left.text == right.text


def test_sections_are_those_of_another_commonmark_parser() -> None:
    reference = MarkdownIt("commonmark")
    pieces = (
        "# ",
        "## ",
        "- ",
        "1. ",
        "2. ",
        "> ",
        "```\n",
        "~~~\n",
        "**",
        "`",
        "[a](b)",
        "\n",
        "\n\n",
        "    ",
        "  ",
    )
    pieces += ("word", "---", "===", "\n---\n", "#", "\\", "|a|b|\n", "***\n", "\t")
    chance = random.Random(5)
    for _ in range(3000):
        text = "".join(chance.choice(pieces) for _ in range(chance.randint(1, 14)))
        wanted = [
            token.tag for token in reference.parse(text) if token.type == "heading_open" and token.level == 0
        ]
        found = [node.tag for node in parse_document(text).root.walk() if node.heading is not None]
        assert found == wanted, text
