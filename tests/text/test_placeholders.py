from __future__ import annotations

import pytest

from inst_trans_env.text.placeholders import colon_names, find_placeholders
from inst_trans_env.text.printf import arguments, match_directive


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            "%s %5.2f %1$s %'d %@ %*d %-10.*f %lu %<PRIu64>",
            ["s", "5.2f", "s", "'d", "@", "*d", "-10.*f", "lu", "<PRIu64>"],
        ),
        ("%(name)s %(n)05d", ["%(name)s", "%(n)05d"]),
        (
            "{} {0} {name} {name:.2f} {user.name} {a[0]} {x!r} {0,-5}",
            "{} {0} {name} {name:.2f} {user.name} {a[0]} {x!r} {0,-5}".split(),
        ),
        ("{{name}} {{ name, upper }} {{{raw}}}", ["{{name}}", "{{name,upper}}", "{{{raw}}}"]),
        ("${a.b} $name $(dir) #{x} %{y} %<z>s", ["${a.b}", "$name", "$(dir)", "#{x}", "%{y}", "%<z>s"]),
        ("{n, number} {d,date,short} { $var }", ["{n,number}", "{d,date,short}", "{$var}"]),
        ("%1 %L2 %n", ["%1", "%2", "n"]),
        ("%% %HOME%", ["%%", "%HOME%"]),
        ("<%= x %> {% if y %}", ["<%=x%>", "{%ify%}"]),
        ("价格$price元，%d个", ["$price", "d"]),
        ("https://a.example/%20x?%s", ["s"]),
        ("5% fat, $100, US$5, {see below}, a:b, \\textbf{x}, x_{i}, 50%off, {備考}", ["%", "%"]),
        ("100% satisfait, ~%Next, %-encoding", ["%", "%", "%"]),
    ],
)
def test_keys(text: str, keys: list[str]) -> None:
    assert [item.key for item in find_placeholders(text)] == keys


def test_places() -> None:
    text = "a %s {b} $c"
    assert [text[item.start : item.end] for item in find_placeholders(text)] == ["%s", "{b}", "$c"]


def test_colons_only_where_named() -> None:
    names = colon_names(["保留占位符 :name、:count 不变"])
    assert names == {":name", ":count"}
    text = "Hi :name at 10:30, :other a:name"
    assert [item.key for item in find_placeholders(text, names)] == [":name"]
    assert find_placeholders(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%s%d", [(1, "s"), (2, "d")]),
        ("%2$d%1$s", [(2, "d"), (1, "s")]),
        ("%*d%s", [(1, "*"), (2, "*d"), (3, "s")]),
        ("%m%s", [(1, "s")]),
        ("%1$s%d", None),
        ("", []),
    ],
)
def test_arguments(text: str, expected: list[tuple[int, str]] | None) -> None:
    directives = [match_directive(text, at) for at, char in enumerate(text) if char == "%"]
    assert arguments([directive for directive in directives if directive]) == expected


@pytest.mark.parametrize("text", ["%", "% d", "%5,2f", "%y", "%$s", "%0000000000000000000s"])
def test_no_directive(text: str) -> None:
    assert match_directive(text, 0) is None
