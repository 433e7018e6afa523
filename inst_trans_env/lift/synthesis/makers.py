"""New blocks with values drawn at random: what a section holds before any constraint shapes it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import date, timedelta

from inst_trans_env.lift.synthesis.blocks import Block, Code, Grid, Items, Paragraph, Quote, Voice
from inst_trans_env.lift.synthesis.prose import Sentence


def iso_date(rng: random.Random) -> str:
    """Return a day of the last decades as YYYY-MM-DD."""
    return (date(1980, 1, 1) + timedelta(days=rng.randrange(16_000))).isoformat()


_RESERVED = frozenset(
    "case class default for function group in is let new order rank table value with".split()
)
_FIRST = ("Item", "Case", "Stage", "Region", "Group", "Period")
_VALUES: dict[str, tuple[tuple[str, ...], Callable[[random.Random], str]]] = {
    "integer": (("Year", "Count", "Rank", "Entries"), lambda rng: str(rng.randint(12, 1990))),
    "percent": (("Share", "Rate", "Change"), lambda rng: f"{rng.randint(1, 99)}%"),
    "number": (("Score", "Length", "Weight"), lambda rng: f"{rng.randint(1, 400)}.{rng.randint(1, 9)}"),
    "date": (("Checked", "Opened", "Updated"), iso_date),
    "boolean": (("Known", "Public", "Open"), lambda rng: rng.choice(("yes", "no"))),
    "code": (
        ("Code", "Key", "Mark"),
        lambda rng: f"{rng.choice('ABCDEFGH')}{rng.choice('KLMNPR')}-{rng.randint(100, 999)}",
    ),
}
"""Type of a column -> its possible headers, and a cell."""


def paragraph(rng: random.Random, voice: Voice, fillers: Callable[[], int]) -> Paragraph:
    """Return a paragraph of two to four statements."""
    return Paragraph(voice, [Sentence("filler", fillers()) for _ in range(rng.randint(2, 4))])


def quote(rng: random.Random, voice: Voice, fillers: Callable[[], int]) -> Quote:
    """Return a quote of one or two statements."""
    return Quote(Paragraph(voice, [Sentence("filler", fillers()) for _ in range(rng.randint(1, 2))]))


def items(rng: random.Random, voice: Voice) -> Items:
    """Return a flat list of three to seven items."""
    return Items(voice, rng.sample(range(8), rng.randint(3, 7)), ordered=rng.random() < 0.45)


def grid(rng: random.Random, voice: Voice) -> Grid:
    """Return a table with a column of names and one to three columns of values."""
    types = rng.sample(sorted(_VALUES), rng.randint(1, 3))
    names = rng.sample(voice.terms, rng.randint(3, min(6, len(voice.terms))))
    columns = [[_VALUES[kind][1](rng) for _ in names] for kind in types]
    headers = [rng.choice(_FIRST), *(rng.choice(_VALUES[kind][0]) for kind in types)]
    rows = [
        [name.capitalize(), *cells] for name, cells in zip(names, zip(*columns, strict=True), strict=True)
    ]
    return Grid(headers, ["text", *types], rows)


def code(rng: random.Random, voice: Voice) -> Code:
    """Return a small program or record about the section's words."""
    terms = [slug(term) for term in rng.sample(voice.terms, min(4, len(voice.terms)))]
    return rng.choice(_PROGRAMS)(rng, terms)


def slug(text: str) -> str:
    """Return a text as a name that code can use in any of the languages."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "entry"
    return f"{name}_name" if name in _RESERVED else name


def _python(rng: random.Random, terms: list[str]) -> Code:
    name, limit = f"count_{terms[0]}", rng.randint(2, 40)
    lines = [f"def {name}(entries):", f"    {terms[1]} = [entry for entry in entries if entry > {limit}]"]
    lines += [f"    return len({terms[1]})", "", f"print({name}([1, {limit + 3}, {limit + 9}]))"]
    return Code("python", lines, [name, terms[1]])


def _javascript(rng: random.Random, terms: list[str]) -> Code:
    name = f"list{terms[0].title().replace('_', '')}"
    lines = [f"function {name}(entries) {{", f"  const {terms[1]} = entries.slice(0, {rng.randint(2, 9)});"]
    lines += [f"  return {terms[1]}.join(', ');", "}", f"console.log({name}(['a', 'b']));"]
    return Code("javascript", lines, [name, terms[1]])


def _sql(rng: random.Random, terms: list[str]) -> Code:
    lines = [
        f"SELECT {terms[0]}, {terms[1]}",
        f"FROM {terms[2]}_list",
        f"WHERE {terms[1]} > {rng.randint(1, 90)}",
    ]
    return Code("sql", [*lines, f"ORDER BY {terms[0]};"], [f"{terms[2]}_list", terms[0]])


def _bash(rng: random.Random, terms: list[str]) -> Code:
    lines = [f'{terms[0]}_file="{terms[0]}.txt"', f"for entry in $(seq {rng.randint(2, 9)}); do"]
    lines += [f'  echo "{terms[1]} $entry" >> "${terms[0]}_file"', "done", f'wc -l "${terms[0]}_file"']
    return Code("bash", lines, [f"{terms[0]}_file", "entry"])


def _json(rng: random.Random, terms: list[str]) -> Code:
    lines = ["{", f'  "{terms[0]}": "{terms[3]}",', f'  "{terms[1]}": {rng.randint(2, 900)},']
    return Code("json", [*lines, f'  "{terms[2]}": {rng.choice(("true", "false"))}', "}"], terms[:3])


def _csv(rng: random.Random, terms: list[str]) -> Code:
    rows = [
        f"{terms[3]} {letter},{rng.randint(1, 99)},{rng.randint(100, 999)}"
        for letter in "abcd"[: rng.randint(2, 4)]
    ]
    return Code("csv", [",".join(terms[:3]), *rows], terms[:3])


_PROGRAMS = (_python, _javascript, _sql, _bash, _json, _csv)
_SPECIAL: tuple[tuple[Callable[[random.Random, Voice], Block], float], ...] = (
    (items, 0.45),
    (grid, 0.3),
    (code, 0.25),
)


def special(rng: random.Random, voice: Voice) -> Block:
    """Return a list, a table or a code block."""
    makers, weights = zip(*_SPECIAL, strict=True)
    made: Block = rng.choices(makers, weights)[0](rng, voice)
    return made
