"""The constraints that a row may carry, and the rule sets by name."""

from __future__ import annotations

import difflib
import importlib
from dataclasses import dataclass
from typing import Literal, cast

from inst_trans_env.constraints.base import RuleSet
from inst_trans_env.errors import UserError


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint type.

    Attributes:
        id: the name that rows use.
        kind: ``gate`` (hard: one failure makes the score 0) or ``graded`` (soft: averaged).
        summary: what it requires, in one line.
    """

    id: str
    kind: Literal["gate", "graded"]
    summary: str


CONSTRAINTS = {
    constraint.id: constraint
    for constraint in (
        Constraint("format_preserve", "gate", "Keep JSON, HTML, Markdown and placeholder structure intact"),
        Constraint("layout_break", "gate", "Preserve line breaks, indentation and table alignment"),
        Constraint("term_compliance", "gate", "Render each glossary term exactly as specified"),
        Constraint("social_preserve", "gate", "Leave hashtags, mentions and emote codes untranslated"),
        Constraint("syllable_order", "gate", "Lines that are longer on screen get no fewer syllables"),
        Constraint("style_consistency", "graded", "Hold the requested register"),
        Constraint("term_cross_sentence", "graded", "Use one rendering of a term throughout"),
        Constraint("academic_format_preserve", "graded", "Leave LaTeX and citation markers untranslated"),
        Constraint("context_disambiguate", "graded", "Resolve a stated ambiguity as instructed"),
        Constraint("coref_resolution", "graded", "Keep pronouns consistent with the stated antecedent"),
    )
}

RULE_SETS = {"published": "PUBLISHED", "strict": "STRICT"}
"""Name of a rule set -> the object in the module of that name."""


def rule_set(name: str) -> RuleSet:
    """Return a rule set by name.

    Raises:
        UserError: no rule set has this name.
    """
    if name not in RULE_SETS:
        near = difflib.get_close_matches(name, RULE_SETS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UserError(f"unknown rule set {name!r}.{hint} Available: {', '.join(RULE_SETS)}")
    module = importlib.import_module(f"inst_trans_env.constraints.{name}")
    return cast(RuleSet, getattr(module, RULE_SETS[name]))
