from __future__ import annotations

import pytest

from inst_trans_env.text.json_strict import (
    MAX_DEPTH,
    StrictJsonError,
    loads_container,
    loads_strict,
    render_path,
    strings,
    type_name,
    walk,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, true, null, "x"]}', {"a": [1, 2.5, True, None, "x"]}),
        (" \t\r\n[] \n", []),
        ('"\\u00e9\\ud83d\\ude00"', "é😀"),
        ('"\\ud800"', "\ud800"),
        ("-0", 0),
        ('{"": ""}', {"": ""}),
        ("9" * 40, int("9" * 40)),
    ],
)
def test_what_parses(text: str, value: object) -> None:
    assert loads_strict(text) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ('{"a": 1, "a": 1}', "duplicate key 'a'"),
        ('{"a": 1, "\\u0061": 2}', "duplicate key 'a'"),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("[1e999]", "out of range"),
        ("9" * 2000, "2000 digits"),
        ("[1,]", "line 1"),
        ('["a\nb"]', "control character"),
        ("[1] x", "Extra data"),
        ("\ufeff[]", "BOM"),
        ("\u00a0[]", "Expecting value"),
        ("[" * 100_000, f"more than {MAX_DEPTH} levels"),
        ('{"a":' * 5000 + "1" + "}" * 5000, f"more than {MAX_DEPTH} levels"),
        ('["' + '\\"' * 50_000, "Unterminated"),
    ],
)
def test_what_does_not(text: str, reason: str) -> None:
    with pytest.raises(StrictJsonError, match=reason):
        loads_strict(text)


def test_brackets_in_strings_do_not_nest() -> None:
    assert loads_strict('["' + "[" * 1000 + '"]') == ["[" * 1000]


def test_containers_only() -> None:
    assert loads_container('{"a": 1}') == {"a": 1}
    assert loads_container("5") is None
    assert loads_container("[x]") is None
    assert loads_container("") is None


def test_walk_is_in_document_order() -> None:
    value = {"a": ["x", {"b": "y"}], "c": 1}
    assert [render_path(path) for path, _ in walk(value)] == [
        "$",
        "$.a",
        "$.a[0]",
        "$.a[1]",
        "$.a[1].b",
        "$.c",
    ]
    assert dict(strings(value)) == {("a", 0): "x", ("a", 1, "b"): "y"}


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "number"),
        (1.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_type_names(value: object, name: str) -> None:
    assert type_name(value) == name
