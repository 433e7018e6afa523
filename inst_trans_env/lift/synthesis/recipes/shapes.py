"""Constraints on lists, tables and code blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.synthesis.blocks import Block, Code, Grid, Items
from inst_trans_env.lift.synthesis.draft import Site
from inst_trans_env.lift.synthesis.recipes.base import (
    Args,
    Measure,
    Recipe,
    around,
    count,
    exactly,
    fixed,
    near,
)

B = TypeVar("B", bound=Block)
_CODE_PATTERN = "[A-Z]{2}-[0-9]{3}"
_PARSED = frozenset({"python", "javascript", "sql", "bash", "json"})


def _on(kind: type[B], draw: Callable[[Site, B], Measure | None]) -> Callable[[Site], Measure | None]:
    """Return a recipe for the first block of a type in a site."""

    def on_first(site: Site) -> Measure | None:
        block = next((found for found in site.blocks if isinstance(found, kind)), None)
        return None if block is None else draw(site, block)

    return on_first


def _item_count(site: Site, block: Items) -> Measure | None:
    return lambda scope: near(site.rng, count("list_item_count", scope))


def _item_length(site: Site, block: Items) -> Measure | None:
    def measure(scope: Scope) -> Args | None:
        most = max((len(part.words) for part in scope.units("item")), default=0)
        return {"each": "item", "upper_bound": most + site.rng.randint(0, 2)} if most else None

    return measure


def _item_ending(site: Site, block: Items) -> Measure | None:
    if not block.claim("ending"):
        return None
    block.ending = site.rng.choice((".", ";"))
    return fixed(phrases=[block.ending], each="item")


def _parallel_start(site: Site, block: Items) -> Measure | None:
    by = site.rng.choice(("bold", "word", "capital"))
    if (by == "word" and block.language != "en") or not block.claim("lead"):
        return None
    if by == "word":
        block.lead = site.rng.choice(("Consider", "Note", "Mention", "Recall"))
        block.claims.add("english")
    elif by == "bold":
        block.lead = "bold"
    return fixed(by=by)


def _sub_items(site: Site, block: Items) -> Measure | None:
    if not block.claim("nesting"):
        return None
    block.subs = site.rng.randint(1, 2)
    return fixed(**exactly(block.subs))


def _depth(site: Site, block: Items) -> Measure | None:
    if not block.claim("nesting"):
        return None
    block.subs = site.rng.randint(1, 2)
    return fixed(**exactly(2))


def _alphabetical(site: Site, block: Items) -> Measure | None:
    if block.language != "en" or not block.claim("nesting", "order"):
        return None
    block.is_sorted = True
    block.claims.add("english")
    return fixed(unit="item", order="ascending", locale="en")


def _numbering(site: Site, block: Items) -> Measure | None:
    if not block.ordered or not block.claim("numbering"):
        return None
    block.first = site.rng.randint(2, 9)
    return fixed(start=block.first, step=1)


def _tasks(site: Site, block: Items) -> Measure | None:
    if block.ordered or not block.claim("boxes"):
        return None
    block.boxes = site.rng.randint(1, len(block.numbers) - 1)
    return fixed(state="done", **exactly(block.boxes))


def _table_shape(site: Site, block: Grid) -> Measure | None:
    return fixed(rows=near(site.rng, len(block.rows)), columns=exactly(len(block.headers)))


def _table_headers(site: Site, block: Grid) -> Measure | None:
    return fixed(headers=list(block.headers), mode="exact")


def _column_type(site: Site, block: Grid) -> Measure | None:
    options = [place for place, kind in enumerate(block.types) if kind not in {"text", "code"}]
    if not options:
        return None
    place = site.rng.choice(options)
    return fixed(column=block.headers[place], type=block.types[place])


def _sorted_by(site: Site, block: Grid) -> Measure | None:
    options = [place for place, kind in enumerate(block.types) if kind in {"integer", "number", "date"}]
    if not options or not block.claim("order"):
        return None
    place, order = site.rng.choice(options), site.rng.choice(("ascending", "descending"))
    by_text = block.types[place] == "date"
    block.rows.sort(
        key=lambda row: row[place] if by_text else float(row[place]), reverse=order == "descending"
    )
    return fixed(column=block.headers[place], order=order)


def _no_empty_cells(site: Site, block: Grid) -> Measure | None:
    return fixed()


def _cell_pattern(site: Site, block: Grid) -> Measure | None:
    if "code" not in block.types:
        return None
    return fixed(column=block.headers[block.types.index("code")], pattern=_CODE_PATTERN)


def _code_language(site: Site, block: Code) -> Measure | None:
    return fixed(languages=[block.language])


def _code_parses(site: Site, block: Code) -> Measure | None:
    return fixed(language=block.language) if block.language in _PARSED else None


def _code_lines(site: Site, block: Code) -> Measure | None:
    lines = [line for line in block.lines if line.strip()]
    longest = max(map(len, lines))
    return fixed(**around(site.rng, len(lines), 3), max_line_length=(longest // 20 + 1) * 20)


def _code_names(site: Site, block: Code) -> Measure | None:
    return fixed(symbols=block.names[:2])


def _json_keys(site: Site, block: Code) -> Measure | None:
    return fixed(required_keys=block.names) if block.language == "json" else None


def _csv_columns(site: Site, block: Code) -> Measure | None:
    if block.language != "csv":
        return None
    return fixed(columns=block.names, delimiter=",", **near(site.rng, len(block.lines) - 1))


RECIPES = (
    Recipe("list_item_count", ("list",), _on(Items, _item_count), 1.5),
    Recipe("word_count", ("list",), _on(Items, _item_length)),
    Recipe("ends_with", ("list",), _on(Items, _item_ending)),
    Recipe("list_parallel_start", ("list",), _on(Items, _parallel_start)),
    Recipe("list_sub_items", ("list",), _on(Items, _sub_items), 0.7),
    Recipe("list_depth", ("list",), _on(Items, _depth), 0.7),
    Recipe("alphabetical_order", ("list",), _on(Items, _alphabetical)),
    Recipe("list_numbering", ("list",), _on(Items, _numbering)),
    Recipe("task_count", ("list",), _on(Items, _tasks), 0.7),
    Recipe("table_shape", ("table",), _on(Grid, _table_shape), 1.5),
    Recipe("table_headers", ("table",), _on(Grid, _table_headers)),
    Recipe("table_column_type", ("table",), _on(Grid, _column_type)),
    Recipe("table_sorted", ("table",), _on(Grid, _sorted_by)),
    Recipe("table_no_empty_cells", ("table",), _on(Grid, _no_empty_cells), 0.6),
    Recipe("table_cell_pattern", ("table",), _on(Grid, _cell_pattern)),
    Recipe("code_block_language", ("code",), _on(Code, _code_language)),
    Recipe("code_parses", ("code",), _on(Code, _code_parses)),
    Recipe("code_line_count", ("code",), _on(Code, _code_lines)),
    Recipe("code_contains", ("code",), _on(Code, _code_names)),
    Recipe("json_schema", ("code",), _on(Code, _json_keys), 2.0),
    Recipe("csv_schema", ("code",), _on(Code, _csv_columns), 2.0),
)
