from __future__ import annotations

import pytest

from inst_trans_env.text.visible import visible_text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("un<b>belie</b>vable", "unbelievable"),
        ("one<br>two", "one two"),
        ("<p>a</p><script>x</script><style>y</style><code>z</code><!-- c -->", "a"),
        ("**a** *b* `c` [d](https://e.example) ![f](g.png)", "a b d f"),
        ("# a\n\n- b\n- c\n\n> d", "a b c d"),
        ("see https://a.example or a@b.example, PHONE_REDACTED", "see or ,"),
        ("Hi {name}, %s of %d", "Hi , of"),
        ("{n, plural, one {a file} other {many files}}", "a file many files"),
        ("A &amp; B &lt;3", "A & B <3"),
        ("```\ncode\n```\ntext", "text"),
        ("5% fat", "5% fat"),
        ("", ""),
    ],
)
def test_visible(text: str, seen: str) -> None:
    assert visible_text(text).split() == seen.split()
