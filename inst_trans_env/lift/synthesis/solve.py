"""Put constraints on a draft so that the finished document meets them all; read their arguments off it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from inst_trans_env.lift.document import parse_document
from inst_trans_env.lift.judged import DEFAULT_MODEL
from inst_trans_env.lift.schema import Evaluation, evaluation_from_row
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.selectors import NestedHtmlArgs, Resolver, Selector
from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.draft import Builder, Draft, Section, Site, document_site, section_sites
from inst_trans_env.lift.synthesis.ideas import Node
from inst_trans_env.lift.synthesis.recipes import RECIPES, Measure, Recipe
from inst_trans_env.lift.synthesis.topics import Topic

_SPARE = 1
"""Constraints drawn beyond those wanted, for when the finished document gives one of them nothing to ask."""

_SITE_WEIGHTS = {"list": 2.5, "table": 2.5, "code": 2.5}
"""How often elements that sections seldom have are chosen, paragraphs and sections being 1."""

_TRIES = 12
"""Recipes tried for one constraint before the section does without it."""


@dataclass(slots=True)
class Part:
    """A part that carries constraints, most important first: a section, or the whole of a flat document."""

    path: Selector
    verifiable: list[Evaluation] = field(default_factory=list)
    judged: list[Evaluation] = field(default_factory=list)


@dataclass(slots=True)
class Solved:
    """A document with constraints that it meets.

    Attributes:
        outline: the outline for the prompt; empty for flat documents.
        structure: the constraint that the headers are those of the outline; None for flat documents.
        parts: in the order in which configs take them.
    """

    topic: Topic
    outline: str
    document: str
    structure: Evaluation | None
    parts: list[Part]


@dataclass(slots=True)
class _Wish:
    """A constraint whose arguments are still to be measured."""

    recipe: Recipe
    site: Site
    measure: Measure


def solve(topic: Topic, root: Node, limits: Parameters, rng: random.Random) -> Solved:
    """Return a document on an outline, with constraints up to the limits."""
    builder = Builder(topic, rng)
    draft = builder.flat(root) if limits.is_flat else builder.outlined(root)
    sections = [draft.root] if limits.is_flat else _chosen(draft, limits.sections, rng)
    used: dict[str, int] = {}
    wishes = [_wishes(draft, section, limits, rng, used) for section in sections]
    document = draft.write()
    resolver = Resolver(parse_document(document))
    asked: set[str] = set()
    parts = []
    for section, wished in zip(sections, wishes, strict=True):
        found = [entry for wish in wished if (entry := _measured(wish, resolver)) is not None]
        parts.append(Part(section.path, found[: len(wished) - _SPARE], _judged(section, limits, rng, asked)))
    if limits.is_flat:
        return Solved(topic, "", document, None, parts)
    return Solved(topic, draft.outline(), document, _structure(draft), parts)


def _chosen(draft: Draft, count: int, rng: random.Random) -> list[Section]:
    """Return sections in random order; the first is a last sibling, which shows that counting starts at 1."""
    sections = [section for section in draft.root.walk() if section.path and section.all_blocks()]
    order = rng.sample(sections, len(sections))
    first = next(place for place, section in enumerate(order) if section.is_last)
    order.insert(0, order.pop(first))
    return order[:count]


def _wishes(
    draft: Draft, section: Section, limits: Parameters, rng: random.Random, used: dict[str, int]
) -> list[_Wish]:
    """Draw constraints for a section. A metric comes once a section, and seldom again in a document."""
    sites = [document_site(draft, rng)] if limits.is_flat else section_sites(draft, section, rng)
    wanted = limits.verifiable if limits.is_flat else rng.randint(1, limits.verifiable)
    wanted += _SPARE
    weights = [_SITE_WEIGHTS.get(site.kind, 1.0) for site in sites]
    wishes: list[_Wish] = []
    taken: set[str] = set()
    for _ in range(wanted * _TRIES):
        if len(wishes) == wanted:
            break
        site = rng.choices(sites, weights)[0]
        open_to = [found for found in RECIPES if site.kind in found.kinds and found.metric not in taken]
        if not open_to:
            continue
        recipe = rng.choices(open_to, [found.weight / (1 + used.get(found.metric, 0)) for found in open_to])[
            0
        ]
        if (measure := recipe.draw(site)) is not None:
            wishes.append(_Wish(recipe, site, measure))
            taken.add(recipe.metric)
            used[recipe.metric] = used.get(recipe.metric, 0) + 1
    return wishes


def _measured(wish: _Wish, resolver: Resolver) -> Evaluation | None:
    site = wish.site
    scope = resolver.scope(NestedHtmlArgs(selector_lst=site.selector, is_shallow=site.shallow))
    args = wish.measure(scope) if isinstance(scope, Scope) else None
    return None if args is None else entry(wish.recipe.metric, args, site.selector, shallow=site.shallow)


def _structure(draft: Draft) -> Evaluation:
    return entry("heading_outline", {"outline": draft.headers(), "mode": "exact"}, ())


def _judged(section: Section, limits: Parameters, rng: random.Random, asked: set[str]) -> list[Evaluation]:
    """Return what a judge checks in a section; nothing is asked twice in a document."""
    count = limits.judged if limits.is_flat else rng.randint(1, limits.judged)
    open_to = [question for question in section.node.questions if question not in asked]
    chosen = rng.sample(open_to, min(count, len(open_to)))
    asked.update(chosen)
    return [
        entry("judged_question", {"criterion": question, "critic_model_name": DEFAULT_MODEL}, section.path)
        for question in chosen
    ]


def entry(metric: str, args: dict[str, Any], selector: Selector, *, shallow: bool = False) -> Evaluation:
    """Return a constraint without id and weight, which depend on the config."""
    return evaluation_from_row(
        {
            "evaluation_id": "",
            "weight_group": "",
            "weight": 0.0,
            "metric_name": metric,
            "metric_args": args,
            "parser_name": "nested_html",
            "parser_args": {
                "selector_lst": [list(step) for step in selector],
                "is_shallow": shallow,
                "document_type": "markdown",
            },
        }
    )
