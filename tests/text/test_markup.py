from __future__ import annotations

import pytest

from inst_trans_env.text.markup import scan


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("<b>x</b>", ["open b", "close b"]),
        ("<BR><br/><br />", ["single br"] * 3),
        ('<img src=a.png alt="x > y">', ["single img"]),
        ("<p>a<p>b", ["open p", "open p"]),
        ("<x/><x></x>", ["single x", "single x"]),
        ("<i></i>", ["open i", "close i"]),
        ("<img src='a'></img>", ["single img"]),
        ("<script>if (a < b) '<i>'</script>", ["open script", "body if (a < b) '<i>'", "close script"]),
        ("<!-- <b> -->", ["comment <!-- <b> -->"]),
        ("<?xml version='1.0'?>", ["declaration <?xml version='1.0'?>"]),
        ("<![CDATA[<b>]]>", ["declaration <![CDATA[", "open b", "declaration ]]>"]),
        ("copy <file> <file name>", ["word <file>", "word <file name>"]),
        ("<title>", ["word <title>"]),
        ("a <b and c> d", ["word <b and c>"]),
        ("x < y > z, I <3 you", []),
        ('<a href=\\"x\\">y</a>', ["open a", "close a"]),
        ("<0>a</0>", ["open 0", "close 0"]),
        ("%<PRIu64> bytes", []),
        ("<a href='x", []),
        ("<me@x.example> <https://x.example>", ["word <me@x.example>", "word <https://x.example>"]),
        ('<link url="u">x</link>', ["open link", "close link"]),
        ("<b", []),
        ("</b>", ["close b"]),
        ("</file>", ["word </file>"]),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert [f"{token.kind} {token.name}" for token in scan(text)] == tokens


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("<file>", True),
        ("<file name>", True),
        ("<文件>", True),
        ("<a b c>", False),
        ("<x and y>", False),
        ("<1>", False),
    ],
)
def test_argument_names(text: str, sure: bool) -> None:
    (token,) = scan(text)
    assert token.kind == "word"
    assert token.bare is sure


def test_attributes() -> None:
    text = "<a Href='x&amp;y' data-id=7 checked title=\"\">"
    (token,) = scan(text)
    assert [(a.name, a.value) for a in token.attributes] == [
        ("href", "x&amp;y"),
        ("data-id", "7"),
        ("checked", None),
        ("title", ""),
    ]
    assert text[token.attributes[0].start : token.attributes[0].end] == "x&amp;y"
