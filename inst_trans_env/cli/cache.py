"""`inst-trans cache`: look at, export and clear the judge's verdicts."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import click

from inst_trans_env.errors import UserError
from inst_trans_env.files import dump_line, write_jsonl
from inst_trans_env.judge import ReplyCache, default_cache_path
from inst_trans_env.report.tables import console, print_whole, table

_cache_option = click.option(
    "--cache", "path", type=click.Path(path_type=Path), help="The cache file.  [default: the user's cache]"
)


@click.group(
    epilog="""\b
Examples:
  inst-trans cache stats
  inst-trans cache export --output verdicts.jsonl
  inst-trans cache clear --model gpt-5.6-sol --yes"""
)
def command() -> None:
    """Look at, export and clear the cache of judge verdicts."""


@command.command()
@_cache_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def stats(path: Path | None, as_json: bool) -> None:
    """Count verdicts and the tokens they took, by model, request shape and prompt version."""
    cache = _open(path)
    rows = cache.stats()
    size = cache.path.stat().st_size
    cache.close()
    if as_json:
        document = {"path": str(cache.path), "bytes": size, "groups": rows}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    click.echo(f"{cache.path} · {size:,} bytes · {sum(row['replies'] for row in rows):,} verdicts\n")
    columns = ("model", "api", "prompts", "verdicts", "tokens sent", "tokens received", "newest")
    cells = [
        (*list(row.values())[:6], datetime.fromtimestamp(row["newest"]).strftime("%Y-%m-%d %H:%M"))
        for row in rows
    ]
    print_whole(console(), table("Verdicts", columns, cells))


@command.command()
@_cache_option
@click.option("--output", type=click.Path(path_type=Path), help="File to write.  [default: standard output]")
def export(path: Path | None, output: Path | None) -> None:
    """Write every verdict as one line of JSON: key, model, request shape, prompt version, text, tokens."""
    cache = _open(path)
    if output:
        write_jsonl(output, cache.rows())
    else:
        for row in cache.rows():
            click.echo(dump_line(row))
    cache.close()


@command.command()
@_cache_option
@click.option("--model", help="Only this model's verdicts.")
@click.option("--yes", is_flag=True, help="Do not ask back.")
def clear(path: Path | None, model: str | None, yes: bool) -> None:
    """Delete verdicts; they cost calls again when they are needed."""
    cache = _open(path)
    if not yes:
        what = f"the verdicts of {model}" if model else "all verdicts"
        click.confirm(f"Delete {what} in {cache.path}?", abort=True)
    count = cache.clear(model)
    cache.close()
    click.echo(f"deleted {count:,} verdicts")


def _open(path: Path | None) -> ReplyCache:
    path = path or default_cache_path()
    if not path.exists():
        raise UserError(f"no judge cache at {path}: name one with --cache FILE")
    return ReplyCache(path)
