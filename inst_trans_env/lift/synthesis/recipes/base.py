"""What a recipe is: how one kind of constraint is put on an element of a draft so that the draft meets it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inst_trans_env.lift.arguments import convert
from inst_trans_env.lift.metrics import METRICS
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.synthesis.draft import Site

Args = dict[str, Any]
Measure = Callable[[Scope], Args | None]
"""Reads the constraint's arguments off the finished document; None when there is nothing worth asking for."""

TEXTS = ("section", "document", "paragraph", "quote")
"""Kinds of sites that hold running text."""
WIDE = ("section", "document")
"""Kinds of sites that hold several blocks."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A kind of constraint.

    Attributes:
        metric: what ``metric_name`` will say.
        kinds: kinds of sites that it can be put on.
        draw: shapes the draft and returns what measures the arguments later; None where it cannot be done.
        weight: how often it is chosen, 1 being usual.
    """

    metric: str
    kinds: tuple[str, ...]
    draw: Callable[[Site], Measure | None]
    weight: float = 1.0


def fixed(**args: Any) -> Measure:
    """Return arguments that do not depend on the finished document."""
    return lambda scope: args


def exactly(count: int) -> Args:
    """Return bounds that one number meets."""
    return {"lower_bound": count, "upper_bound": count}


def near(rng: random.Random, count: int) -> Args:
    """Return bounds that a small count meets: exact, a floor, or a narrow range."""
    style = rng.random()
    if style < 0.4:
        return exactly(count)
    if style < 0.6 and count > 1:
        return {"lower_bound": count - rng.randint(0, 1)}
    return {"lower_bound": max(1, count - rng.randint(0, 1)), "upper_bound": count + rng.randint(1, 2)}


def around(rng: random.Random, count: int, step: int = 10) -> Args:
    """Return round bounds that a large count meets: a floor, a ceiling, or a range."""
    low = (count - rng.randint(0, step)) // step * step
    high = math.ceil((count + rng.randint(1, step)) / step) * step
    style = rng.random()
    if style < 0.25 and low > 0:
        return {"lower_bound": low}
    if style < 0.45:
        return {"upper_bound": high}
    return {"lower_bound": max(low, 1), "upper_bound": high}


def holds(metric: str, args: Args, scope: Scope) -> bool:
    """Whether a document meets a constraint."""
    found = METRICS[metric]
    typed: Any = convert(args, found.Args, "metric_args", metric)
    return found.score(scope, typed).passed


def count(metric: str, scope: Scope, **args: Any) -> int:
    """Return what a metric that counts elements finds in a scope."""
    found: Any = METRICS[metric]
    typed = convert({"lower_bound": 0, **args}, found.Args, "metric_args", metric)
    number: int = found.count(scope, typed)
    return number


def first_held(metric: str, options: list[Args], scope: Scope) -> Args | None:
    """Return the first arguments that the document meets."""
    return next((args for args in options if holds(metric, args, scope)), None)


def tally(metric: str, scope: Scope, **args: Any) -> int:
    """Return the number that a metric with bounds counts in a scope: the greatest floor that is met, or 0."""
    step, found = 1, 0
    while holds(metric, {**args, "lower_bound": found + step}, scope):
        found, step = found + step, step * 2
    while step > 1:
        step //= 2
        if holds(metric, {**args, "lower_bound": found + step}, scope):
            found += step
    return found
