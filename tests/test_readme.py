"""The commands and links of the README are real: every subcommand, option, script and page exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from inst_trans_env.cli import main

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?:sh|bash)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.split("\n") if line.startswith("inst-trans ")]


def resolve(words: list[str]) -> tuple[click.Command, list[str]]:
    """Return the command that words name, and what is left of them."""
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group):
        found = command.get_command(context, words[0])
        assert found is not None, f"no command {words[0]}"
        command, words = found, words[1:]
    return command, words


@pytest.mark.parametrize("line", LINES)
def test_commands_and_options_exist(line: str) -> None:
    words = shlex.split(line.partition(" | ")[0].partition(" > ")[0])
    command, rest = resolve(words[1:])
    known = {name for param in command.params for name in param.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def test_there_are_commands_to_check() -> None:
    assert len(LINES) > 10


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#]+)\)|`(scripts/[\w-]+)`", TEXT))))
def test_links_and_scripts_exist(path: tuple[str, str]) -> None:
    assert (ROOT / (path[0] or path[1])).exists()
