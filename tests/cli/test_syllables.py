from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys

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


ADDRESS = "https://example.org/a/very/long/path/which/never/ends/and/goes/on/for/ever"


def on_terminal(width: int, *args: str) -> list[str]:
    """Run the command with its output on a terminal of that width; return the lines without colours."""
    master, slave = pty.openpty()
    env = {**os.environ, "COLUMNS": str(width), "TERM": "xterm"}
    subprocess.run([sys.executable, "-m", "inst_trans_env.cli", *args], stdout=slave, env=env, check=True)
    os.close(slave)
    with open(master, "rb", closefd=True) as stream:
        output = stream.read1(1 << 20).decode()
    return re.sub(r"\x1b\[[\d;]*m", "", output).split("\r\n")


@pytest.mark.parametrize("width", [30, 60, 200])
def test_a_narrow_terminal_breaks_tokens_and_keeps_the_figures(width: int) -> None:
    lines = on_terminal(width, "syllables", "--lang", "en", f"See {ADDRESS}")
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)
    assert "syllables" in "".join(lines[:4])
    row = next(at for at, line in enumerate(lines) if "http" in line)
    assert lines[row].split()[-1].isdigit()
    assert "".join(line[:25].split()[0] for line in lines[row:] if line[1:2].strip()).startswith("https:/")


def test_a_terminal_narrower_than_any_table_cuts_nothing() -> None:
    lines = on_terminal(12, "syllables", "--lang", "en", f"See {ADDRESS}")
    assert any(ADDRESS in line and line.split()[-1].isdigit() for line in lines)


@pytest.mark.parametrize("width", ["20", "60", "500"])
def test_a_pipe_gets_whole_tokens_whatever_the_terminal(width: str) -> None:
    result = CliRunner(env={"COLUMNS": width}).invoke(main, ["syllables", "--lang", "en", f"See {ADDRESS}"])
    rows = [line.split() for line in result.stdout.split("\n")]
    assert next(row for row in rows if row and row[0] == ADDRESS)[-1].isdigit()


@pytest.mark.parametrize(
    ("lang", "text", "total"),
    [
        ("en", "one", "1 syllable"),
        ("en", "", "0 syllables"),
        ("ja", "木", "1 mora"),
        ("ja", "目が", "2 morae"),
    ],
)
def test_the_sum_agrees_with_its_unit(lang: str, text: str, total: str) -> None:
    result = CliRunner().invoke(main, ["syllables", "--lang", lang, text])
    assert result.stdout.rstrip("\n").split("\n")[-1] == total


def test_control_characters_are_shown_and_not_obeyed() -> None:
    result = CliRunner().invoke(main, ["syllables", "--lang", "en", "a \x1b[31mred\x07"])
    assert "\x1b" not in result.stdout
    assert "\\x1b" in result.stdout


def test_a_text_may_begin_with_a_hyphen() -> None:
    result = CliRunner().invoke(main, ["syllables", "--lang", "en", "--", "-5 degrees"])
    assert result.exit_code == 0
    assert "minus five" in result.stdout
    assert '-- "-5 degrees"' in CliRunner().invoke(main, ["syllables", "--help"]).stdout


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
    result = CliRunner().invoke(main, ["syllables", "--json", text])
    assert json.loads(result.stdout)["lang"] == lang
    assert re.fullmatch(rf"language: {lang} is a guess \(\d+% likely\); name it with --lang\n", result.stderr)


def test_a_named_language_is_no_guess() -> None:
    assert CliRunner().invoke(main, ["syllables", "--lang", "de-AT", "Ja"]).stderr == ""


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--lang", "xx", "a"], "use one of ar, de"),
        (["--lang", "", "a"], "unknown language ''"),
        (["123"], "--lang"),
        (["--lang", "es", "-"], "standard input, line 2: not valid UTF-8"),
        (["-"], "standard input, line 2: not valid UTF-8"),
    ],
)
def test_what_cannot_be_counted_says_why(args: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["syllables", *args], input=b"hola\nma\xf1ana\n")
    assert result.exit_code == 2
    assert words in result.output
