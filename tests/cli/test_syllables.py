from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main


def test_the_table_shows_readings_and_the_sum() -> None:
    result = CliRunner().invoke(main, ["syllables", "--lang", "fr-CA", "J'ai 20 ans."])
    assert result.exit_code == 0
    lines = [line.split() for line in result.output.split("\n")]
    assert ["20", "vingt", "1"] in lines
    assert [".", "(silent)", "0"] in lines or ["ans", "ans", "1"] in lines
    assert ["3", "syllables"] in lines


def test_json_from_standard_input() -> None:
    result = CliRunner().invoke(main, ["syllables", "--lang", "ja", "--json", "-"], input="3時".encode())
    assert json.loads(result.output) == {
        "lang": "ja",
        "count": 3,
        "tokens": [
            {"token": "3時", "reading": json.loads(result.output)["tokens"][0]["reading"], "count": 3}
        ],
    }


@pytest.mark.parametrize(
    ("text", "lang"), [("Der Zug fährt heute nicht mehr weiter.", "de"), ("吾輩は猫である。", "ja")]
)
def test_the_language_is_guessed(text: str, lang: str) -> None:
    assert json.loads(CliRunner().invoke(main, ["syllables", "--json", text]).output)["lang"] == lang


@pytest.mark.parametrize(
    ("args", "words"), [(["--lang", "xx", "a"], "use one of ar, de"), (["123"], "--lang")]
)
def test_what_cannot_be_counted_says_why(args: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["syllables", *args])
    assert result.exit_code == 2
    assert words in result.output
