"""`inst-trans syllables`: how a text is read aloud, token by token."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from inst_trans_env.errors import UserError
from inst_trans_env.files import decode
from inst_trans_env.report.tables import console, print_whole, table
from inst_trans_env.syllables import LANGUAGES, Token, explain
from inst_trans_env.syllables.languages import resolve

_SILENT = "(silent)"
_NARROWEST = 30
"""Columns of a terminal below which breaking tokens over lines leaves nothing to read."""


@click.command(
    epilog="""\b
Examples:
  inst-trans syllables --lang en "In 1999, NASA had 3.5 liters."
  inst-trans syllables --lang ja 古池や蛙飛びこむ水の音
  printf 'Das kostet 25 Euro.' | inst-trans syllables --lang de --json -
  inst-trans syllables --lang en -- "-5 degrees"

`--` lets a text begin with a hyphen."""
)
@click.argument("text")
@click.option(
    "--lang", help=f"Language of the text: {', '.join(LANGUAGES)}; without it, it is guessed, and said."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(text: str, lang: str | None, as_json: bool) -> None:
    """Count the syllables of TEXT (`-`: standard input) as spoken; morae for Japanese."""
    if text == "-":
        text = decode(sys.stdin.buffer.read(), Path("standard input"))
    code = _guess(text) if lang is None else resolve(lang)
    tokens = explain(text, code)
    if as_json:
        click.echo(json.dumps(_row(tokens, code), ensure_ascii=False))
    else:
        _print(tokens, code)


def _guess(text: str) -> str:
    """Return the likeliest language of the text, or raise `UserError` when it has no letters to tell by."""
    from inst_trans_env.text.langid import probabilities

    if not any(map(str.isalpha, text)):
        raise UserError("syllables: the text has no letters to tell its language by: name it with --lang")
    likely = probabilities(text)
    code = max(likely, key=lambda code: likely[code])
    click.echo(f"language: {code} is a guess ({likely[code]:.0%} likely); name it with --lang", err=True)
    return code


def _row(tokens: Sequence[Token], code: str) -> dict[str, object]:
    return {
        "lang": code,
        "count": sum(token.count for token in tokens),
        "tokens": [token._asdict() for token in tokens],
    }


def _print(tokens: Sequence[Token], code: str) -> None:
    one, many = ("mora", "morae") if code == "ja" else ("syllable", "syllables")
    rows = [(_shown(token.token), _shown(token.reading) or _SILENT, token.count) for token in tokens]
    page = console()
    if rows:
        grid = table(f"{code}: read aloud", ("token", "reading", many), rows)
        if page.is_terminal and page.width >= _NARROWEST:
            page.print(_wrapping(grid))
        else:
            print_whole(page, grid)
    total = sum(token.count for token in tokens)
    page.print(Text(f"{total} {one if total == 1 else many}"))


def _wrapping(grid: Table) -> Table:
    """Let all columns but the last be broken over lines, so that the figures stay on the page."""
    for column in grid.columns[:-1]:
        column.no_wrap, column.overflow = False, "fold"
    return grid


def _shown(text: str) -> str:
    """Return the text with what no terminal should obey, or could show, written as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
