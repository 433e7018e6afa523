"""Constraints on what a whole document is made of: headers, lists, tables, code blocks."""

from __future__ import annotations

from collections.abc import Callable

from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.synthesis.draft import Site
from inst_trans_env.lift.synthesis.recipes.base import (
    Args,
    Measure,
    Recipe,
    count,
    exactly,
    first_held,
    fixed,
    near,
)


def _present(metric: str) -> Callable[[Site], Measure | None]:
    """Return a recipe for elements that the document already has."""

    def draw(site: Site) -> Measure | None:
        def measure(scope: Scope) -> Args | None:
            found = count(metric, scope)
            return near(site.rng, found) if found else None

        return measure

    return draw


def _header_count(site: Site) -> Measure | None:
    below = len(site.section.children)
    return fixed(level=2, **exactly(below)) if below else None


def _header_case(site: Site) -> Measure | None:
    return lambda scope: first_held("heading_case", [{"case": "title"}], scope)


def _unique(site: Site) -> Measure | None:
    return fixed() if site.section.children else None


def _levels(site: Site) -> Measure | None:
    return fixed(levels=[1, 2]) if site.section.children else None


RECIPES = (
    Recipe("heading_count", ("document",), _header_count, 1.5),
    Recipe("heading_case", ("document",), _header_case),
    Recipe("heading_unique", ("document",), _unique, 0.5),
    Recipe("heading_levels", ("document",), _levels, 0.8),
    Recipe("list_count", ("document",), _present("list_count"), 1.5),
    Recipe("table_count", ("document",), _present("table_count"), 1.5),
    Recipe("code_block_count", ("document",), _present("code_block_count"), 1.5),
)
