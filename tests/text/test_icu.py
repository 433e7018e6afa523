from __future__ import annotations

import pytest

from inst_trans_env.text.icu import IcuError, has_branches, hashes, parse_branches
from inst_trans_env.text.plurals import categories


def test_branches() -> None:
    text = "Hi {u}: {n, plural, offset:1 =0 {none} one {# {x}} other {it''s '{' #}} {g,select,a{b}other{}}"
    plural, select = parse_branches(text)
    assert (plural.name, plural.kind, plural.offset) == ("n", "plural", "1")
    assert [(b.selector, b.text) for b in plural.branches] == [
        ("=0", "none"),
        ("one", "# {x}"),
        ("other", "it''s '{' #"),
    ]
    assert all(text.startswith(branch.text, branch.start) for branch in plural.branches + select.branches)
    assert [branch.selector for branch in select.branches] == ["a", "other"]
    assert text[select.start : select.end] == "{g,select,a{b}other{}}"


@pytest.mark.parametrize(
    "text", ["{n, plural, one {a}", "{n, plural, }", "{n, plural, one a}", "x } {n, plural, other {}}", "{"]
)
def test_what_does_not_load(text: str) -> None:
    with pytest.raises(IcuError):
        parse_branches(text)


def test_signature() -> None:
    assert has_branches("{n, plural, other {}}")
    assert not has_branches("{n, number} {plural} n, plural,")


def test_hashes() -> None:
    assert hashes("# a '#' # {b, plural, other {#}}") == [0, 8]


@pytest.mark.parametrize(
    ("lang", "kind", "expected"),
    [
        ("ru", "plural", {"one", "few", "many", "other"}),
        ("ar", "plural", {"zero", "one", "two", "few", "many", "other"}),
        ("ja", "plural", {"other"}),
        ("en", "selectordinal", {"one", "two", "few", "other"}),
        ("de", "selectordinal", {"other"}),
    ],
)
def test_categories(lang: str, kind: str, expected: set[str]) -> None:
    assert categories(lang, kind) == expected
