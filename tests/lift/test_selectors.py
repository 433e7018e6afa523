from __future__ import annotations

import pytest

from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.selectors import Indexing, NestedHtmlArgs, Resolver, infer_indexing
from tests.lift.build import Selector, scope_of

DOCUMENT = """Sure, here it is.

# Title

intro

## A

a one

a two

- item 1
  - sub 1
- item 2

### A.a

deep one

```py
code
```

## B

> quoted
>
> more

1. first
2. second

   ```
   in a list
   ```

| h |
|---|
| c |

#### B skipped

deep b

## A

again
"""


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ([("P", 1)], "Sure, here it is."),
        ([("H1", 1), ("P", 1)], "intro"),
        ([("H2", 1), ("P", 2)], "a two"),
        ([("H1", 1), ("H2", 1), ("P", 2)], "a two"),
        ([("h2", 1), ("p", -1)], "a two"),
        ([("H2", 3)], "again"),
        ([("H2", -1)], "again"),
        ([("H2", 1), ("H3", 1)], "deep one\n\ncode"),
        ([("H2", 2), ("H4", 1)], "deep b"),
        ([("H2", 2), ("BLOCKQUOTE", 1)], "quoted\n\nmore"),
        ([("H2", 2), ("BLOCKQUOTE", 1), ("P", 2)], "more"),
        ([("H2", 2), ("TABLE", 1)], "h\nc"),
        ([("H2", 2), ("OL", 1), ("LI", 1)], "first"),
        ([("H2", 2), ("CODE", 1)], "in a list"),
        ([("H2", 1), ("UL", 1), ("LI", 1)], "item 1\nsub 1"),
        ([("H2", 1), ("UL", 1), ("LI", 1), ("LI", 1)], "sub 1"),
        ([("H3", 1), ("PRE", 1)], "code"),
        ([("PRE", 2)], "in a list"),
    ],
)
def test_selector_finds(selector: Selector, text: str) -> None:
    scope = scope_of(DOCUMENT, selector)
    assert isinstance(scope, Scope), scope
    assert scope.text == text


@pytest.mark.parametrize(
    "selector",
    [
        [("H2", 4)],
        [("H2", 0)],
        [("H2", -4)],
        [("H1", 2)],
        [("H2", 1), ("P", 3)],
        [("H2", 1), ("PRE", 1)],
        [("H2", 3), ("UL", 1)],
        [("H2", 1), ("H4", 1)],
        [("H2", 2), ("P", 9)],
    ],
)
def test_selector_that_finds_nothing_says_why(selector: Selector) -> None:
    reason = scope_of(DOCUMENT, selector)
    assert isinstance(reason, str)
    assert reason.startswith("there is no ")


def test_shallow_is_own_content_up_to_the_first_child_header() -> None:
    deep, shallow = scope_of(DOCUMENT, [("H2", 1)]), scope_of(DOCUMENT, [("H2", 1)], shallow=True)
    assert isinstance(deep, Scope)
    assert isinstance(shallow, Scope)
    assert shallow.text == "a one\n\na two\n\nitem 1\nsub 1\nitem 2"
    assert deep.text == f"{shallow.text}\n\nA.a\n\ndeep one\n\ncode"
    assert shallow.lines_in_response == (7, 15)
    assert deep.lines_in_response == (7, 23)
    assert [heading.text for heading in shallow.headings] == ["A"]


def test_empty_selector_is_the_whole_response() -> None:
    scope = scope_of("a\n\n# b")
    assert isinstance(scope, Scope)
    assert (scope.place, scope.text, scope.lines_in_response) == ("document", "a\n\nb", (1, 3))


def test_html_and_text_documents_are_selected_alike() -> None:
    html = scope_of("<h1>T</h1><h2>A</h2>\n<p>x\n<p>y", [("H2", 1), ("P", 2)], "html")
    text = scope_of("one\n\ntwo\nthree", [("P", 2)], "text")
    assert isinstance(html, Scope)
    assert isinstance(text, Scope)
    assert (html.text, html.lines_in_response) == ("y", (3, 3))
    assert (text.text, text.lines_in_response) == ("two\nthree", (3, 4))


def test_equal_selectors_share_one_scope() -> None:
    resolver = Resolver(parse_document(DOCUMENT))
    args = NestedHtmlArgs(selector_lst=(("H2", 1),))
    assert resolver.scope(args) is resolver.scope(NestedHtmlArgs(selector_lst=(("H2", 1),)))


def test_indices_of_the_whole_document_must_lie_below_the_previous_step() -> None:
    resolver = Resolver(parse_document(DOCUMENT), Indexing(1, "document"))
    found = resolver.scope(NestedHtmlArgs(selector_lst=(("H2", 2), ("H4", 1))))
    missed = resolver.scope(NestedHtmlArgs(selector_lst=(("H2", 2), ("H3", 1))))
    assert isinstance(found, Scope)
    assert missed == "H3 1 of the document is not below H2 2"


OUTLINE = "# T\n## A\n### A1\n## B\n### B1\n### B2\n"


@pytest.mark.parametrize(
    ("paths", "expected", "warns"),
    [
        ([(("H2", 2),), (("H2", 2), ("H3", 2))], Indexing(1, "siblings"), False),
        ([(("H2", 0),), (("H2", 1), ("H3", 1))], Indexing(0, "siblings"), False),
        ([(("H2", 1), ("H3", 0)), (("P", 0),)], Indexing(0, "siblings"), False),
        ([(("H2", 2), ("H3", 3))], Indexing(1, "document"), False),
        ([(("H2", 1),)], Indexing(1, "siblings"), True),
        ([(("H2", 1), ("P", 0))], Indexing(0, "siblings"), False),
        ([(("H2", 7),)], Indexing(1, "siblings"), True),
        ([()], Indexing(1, "siblings"), False),
    ],
)
def test_indexing_is_what_the_outlines_show(
    paths: list[tuple[tuple[str, int], ...]], expected: Indexing, warns: bool
) -> None:
    selectors = [NestedHtmlArgs(selector_lst=path) for path in paths]
    inference = infer_indexing([(OUTLINE, selectors)])
    assert inference.indexing == expected
    assert (inference.warning is not None) == warns


def test_given_indexing_is_not_inferred() -> None:
    inference = infer_indexing([(OUTLINE, [NestedHtmlArgs(selector_lst=(("H2", 1),))])], base=0)
    assert inference.indexing == Indexing(0, "siblings")
    assert inference.warning is None


@pytest.mark.parametrize("path", [(("H7", 1),), (("DIV", 1),), (("UL", 1), ("H2", 1))])
def test_selector_that_can_find_nothing_is_refused(path: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(ValueError, match="selector_lst"):
        NestedHtmlArgs(selector_lst=path)


@pytest.mark.parametrize(
    ("outline", "path", "warns"),
    [
        ("", (("H2", 1),), True),
        (" \n", (("P", 2),), True),
        ("# T", (("P", 1),), True),
        ("", (), False),
        ("", (("P", -1),), False),
        ("", (("P", 0),), False),
    ],
)
def test_outlines_that_show_nothing_are_warned_of(
    outline: str, path: tuple[tuple[str, int], ...], warns: bool
) -> None:
    inference = infer_indexing([(outline, [NestedHtmlArgs(selector_lst=path)])])
    assert (inference.warning is not None) == warns
    assert infer_indexing([(outline, [NestedHtmlArgs(selector_lst=path)])], base=1).warning is None
