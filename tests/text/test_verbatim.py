from __future__ import annotations

import pytest

from inst_trans_env.text.verbatim import find_verbatim


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://a.example/x,y. Next", ["https://a.example/x,y"]),
        ("(https://a.example/x_(y))", ["https://a.example/x_(y)"]),
        ("见https://a.example/x（镜像）", ["https://a.example/x"]),
        ("**https://a.example** <https://b.example>", ["https://a.example", "https://b.example"]),
        ("www.a.example, WWW. and www", ["www.a.example"]),
        ("mailto:a@b.example", ["mailto:a@b.example"]),
        ("ftp://a.example/%s?{id}", ["ftp://a.example/%s?{id}"]),
        ("a.b+c@d-e.example.", ["a.b+c@d-e.example"]),
        ("@user a@b user@host", []),
        ("PHONE_REDACTED [EMAIL_REDACTED_2] REDACTED A_B", ["PHONE_REDACTED", "EMAIL_REDACTED_2"]),
        ("https://a.example'da", ["https://a.example"]),
        ("https://a.example에서", ["https://a.example"]),
    ],
)
def test_strings(text: str, found: list[str]) -> None:
    items = list(find_verbatim(text))
    assert [item.text for item in items] == found
    assert [text[item.start : item.end] for item in items] == found
