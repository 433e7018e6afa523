"""What each language says for signs: the files `data/<lang>.toml`, each read at its first use.

Every string is a reading (see `spoken`). Forms that depend on the number before them are parted by `|`: as many
as the language has (`ki-lo-me-ter|ki-lo-me-ters`; Russian, Polish: one|few|many; Arabic: one|two|few|many).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from inst_trans_env.syllables.tokens import cut


@dataclass(frozen=True)
class Numbers:
    """How a language builds its cardinals and ordinals; see `numbers`."""

    units: list[str]
    tens: list[str] = field(default_factory=list)
    join: str = "{tens} {unit}"
    compound_one: str = ""
    low: dict[str, str] = field(default_factory=dict)
    hundreds: list[str] = field(default_factory=list)
    round_hundred: str = ""
    hundred_join: str = " "
    elision: str = ""
    scales: dict[str, str] = field(default_factory=dict)
    before_scale: dict[str, str] = field(default_factory=dict)
    hundred_after_scale: str = ""
    scale_join: str = " "
    scale_join_short: str = ""
    minus: str = ""
    point: str = ""
    decimal_sign: str = ","
    decimals: str = "number"
    ordinals: dict[str, str] = field(default_factory=dict)
    ordinal_end: str = ""


@dataclass(frozen=True)
class Lexicon:
    """The readings of one language, by kind of sign."""

    numbers: Numbers
    signs: dict[str, str]
    money: dict[str, str]
    cents: str
    units: dict[str, str]
    letters: dict[str, str]
    short: dict[str, str]
    short_before_number: dict[str, str]
    short_after_number: dict[str, str]
    short_before_name: dict[str, str]
    names: dict[str, str]
    spelt: frozenset[str]
    months: list[str]
    days: dict[str, str]
    clock: dict[str, str]
    dates: dict[str, str]
    web: dict[str, str]
    fractions: dict[str, str]
    words: dict[str, list[str]]
    firsts: frozenset[str]
    measures: frozenset[str]


@lru_cache(maxsize=32)
def lexicon(lang: str) -> Lexicon:
    """Return the readings of a language; `lang` is a resolved code."""
    shared, own = _load("common"), _load(lang)
    names = {key.casefold(): value for key, value in (shared["names"] | own.get("names", {})).items()}
    tables = ("short", "short_before_number", "short_after_number", "short_before_name")
    short, before, after, title = (own.get(name, {}) for name in tables)
    abbreviations = [*short, *before, *after, *title]
    money = own["money"]
    codes = {code: money[sign] for code, sign in shared["money_codes"].items() if sign in money}
    return Lexicon(
        numbers=Numbers(**own["numbers"]),
        signs=own["signs"],
        money=money | codes,
        cents=own.get("cents", "{cents}"),
        units=own["units"],
        letters=own.get("letters", {}),
        short=short,
        short_before_number=before,
        short_after_number=after,
        short_before_name=title,
        names=names,
        spelt=frozenset((shared["spelt"] + " " + own.get("spelt", "")).split()),
        months=own["months"],
        days=own.get("days", {}),
        clock=own["clock"],
        dates=own["dates"],
        web=own["web"],
        fractions=own.get("fractions", {}),
        words=own.get("words", {}),
        firsts=frozenset(_first(key) for key in abbreviations) | frozenset(abbreviations),
        measures=frozenset(cut(key)[0].text for key in [*own["units"], *money, *codes]),
    )


def _first(key: str) -> str:
    """Return the first piece of an abbreviation that may be written with spaces: `z.` of `z.B.`."""
    head, dot, rest = key.partition(".")
    return head + dot if rest else cut(key)[0].text


def _load(name: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
