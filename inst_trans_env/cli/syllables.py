"""`inst-trans syllables`: how a text is read aloud, token by token."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click
from rich.text import Text

from inst_trans_env.errors import UserError
from inst_trans_env.report.tables import console, table
from inst_trans_env.syllables import LANGUAGES, Token, explain
from inst_trans_env.syllables.languages import resolve

_SILENT = "(silent)"


@click.command(
    epilog="""\b
Examples:
  inst-trans syllables --lang en "In 1999, NASA had 3.5 liters."
  inst-trans syllables --lang ja 古池や蛙飛びこむ水の音
  printf 'Das kostet 25 Euro.' | inst-trans syllables --lang de --json -"""
)
@click.argument("text")
@click.option("--lang", help=f"Language of the text: {', '.join(LANGUAGES)}; without it, it is guessed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(text: str, lang: str | None, as_json: bool) -> None:
    """Count the syllables of TEXT (`-`: standard input) as spoken; morae for Japanese."""
    if text == "-":
        text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
    code = resolve(lang) if lang else _guess(text)
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
    return max(likely, key=lambda code: likely[code])


def _row(tokens: Sequence[Token], code: str) -> dict[str, object]:
    return {
        "lang": code,
        "count": sum(token.count for token in tokens),
        "tokens": [token._asdict() for token in tokens],
    }


def _print(tokens: Sequence[Token], code: str) -> None:
    rows = [(token.token, token.reading or _SILENT, token.count) for token in tokens]
    page = console()
    unit = "morae" if code == "ja" else "syllables"
    if rows:
        page.print(table(f"{code}: read aloud", ("token", "reading", unit), rows))
    page.print(Text(f"{sum(token.count for token in tokens)} {unit}"))
