"""Quantities with units."""

from __future__ import annotations

from typing import Annotated

from inst_trans_env.lift.metrics.base import EachBounds, Example, Result, TextMetric, Texts, bounded, doc
from inst_trans_env.lift.scope import TextView
from inst_trans_env.text.patterns import compile_pattern, escape, matches

_LIMIT = 10_000


class UnitCountArgs(EachBounds, frozen=True, kw_only=True):
    """Arguments of `UnitCount`."""

    units: Annotated[
        Texts, doc("Units as written after the number, e.g. `km`, `°C`, `%`, `kg`; case counts.")
    ]


class UnitCount(TextMetric[UnitCountArgs]):
    """A unit counts only after a number, with or without a space between; `km/h` and `km²` are no `km`."""

    name = "unit_count"
    summary = "There is a number of quantities in one of the given units."
    Args = UnitCountArgs
    passes = Example("About 5 km at 3.5°C.", {"units": ["km", "°C"], "lower_bound": 2, "upper_bound": 2})
    fails = Example("Some km; 5 kmh; five km", {"units": ["km"], "lower_bound": 1})

    def check(self, view: TextView, args: UnitCountArgs) -> Result:
        """Count in the visible text."""
        units = "|".join(escape(unit) for unit in sorted(args.units, key=len, reverse=True))
        pattern = compile_pattern(rf"[0-9][ \x{{a0}}\x{{2009}}\x{{202f}}]?(?:{units})(?:[^\pL\pN/]|/\PL|$)")
        return bounded(
            len(matches(pattern, view.text, _LIMIT)), args, f"quantities in {', '.join(args.units)}"
        )
