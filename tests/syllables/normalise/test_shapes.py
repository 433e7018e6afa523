from __future__ import annotations

import pytest

from inst_trans_env.syllables.normalise.shapes import Shape, shape


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("12", "en", Shape("integer", (12,), "12")),
        ("-12", "en", Shape("integer", (12,), "12", negative=True)),
        ("1,234", "en", Shape("integer", (1234,), grouped=True)),
        ("1.234", "en", Shape("decimal", (1,), "234")),
        ("1.234", "de", Shape("integer", (1234,), grouped=True)),
        ("1,234", "de", Shape("decimal", (1,), "234")),
        ("1,234,567", "de", Shape("integer", (1234567,), grouped=True)),
        ("1.234,56", "de", Shape("decimal", (1234,), "56")),
        ("1'234", "de", Shape("integer", (1234,), grouped=True)),
        ("12,34,567", "hi", Shape("integer", (1234567,), grouped=True)),
        ("3.14", "de", Shape("decimal", (3,), "14")),
        ("٣٫١٤", "ar", Shape("decimal", (3,), "14")),
        ("１２", "ja", Shape("integer", (12,), "12")),
        ("10:30", "en", Shape("time", (10, 30, -1))),
        ("10:30:05", "en", Shape("time", (10, 30, 5))),
        ("25:61", "en", Shape("parts", (25, 61), "25:61")),
        ("2024-05-12", "en", Shape("date", (2024, 5, 12))),
        ("05/12/2024", "en", Shape("date", (2024, 5, 12))),
        ("05/12/2024", "fr", Shape("date", (2024, 12, 5))),
        ("25/12/2024", "en", Shape("date", (2024, 12, 25))),
        ("12.05.2024", "de", Shape("date", (2024, 5, 12))),
        ("3/4", "en", Shape("fraction", (3, 4))),
        ("10-15", "en", Shape("range", (10, 15))),
        ("1990–1995", "en", Shape("range", (1990, 1995))),
        ("555-1234", "en", Shape("code", digits="5551234")),
        ("007", "en", Shape("code", digits="007")),
        ("13800138000", "zh", Shape("code", digits="13800138000")),
        ("1500000000", "en", Shape("integer", (1500000000,), "1500000000")),
        ("192.168.1.1", "en", Shape("parts", (192, 168, 1, 1), "192.168.1.1")),
    ],
)
def test_shape(text: str, lang: str, expected: Shape) -> None:
    assert shape(text, lang) == expected


def test_long_runs_are_codes() -> None:
    assert shape("9" * 500, "en") == Shape("code", digits="9" * 500)
    assert shape("9" * 16, "de").kind == "code"
