"""A translation task as the benchmark releases it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

HARD_IDS = ("format_preserve", "layout_break", "term_compliance", "social_preserve", "syllable_order")
SOFT_IDS = (
    "style_consistency",
    "term_cross_sentence",
    "academic_format_preserve",
    "context_disambiguate",
    "coref_resolution",
)


@dataclass(frozen=True, slots=True)
class Task:
    """One row: what the model is told, what is known about it, and how it is scored.

    `prompt` is the single source of truth for what the model sees; `source_text` and `constraints`
    equal what extraction gives. `constraints` stands 1:1 with `constraint_ids`. `duration_s` holds
    seconds on screen per line. Source: the benchmark's dataset card.
    """

    source_lang: str
    target_lang: str
    source_text: str
    constraints: tuple[str, ...]
    constraint_ids: tuple[str, ...]
    case_id: str = ""
    prompt: str = ""
    reference: str = ""
    scenario: str = ""
    domain: str = ""
    duration_s: tuple[float, ...] | None = None
    batch_size: int | None = None
    style: Mapping[str, Any] | None = None

    @property
    def hard_ids(self) -> tuple[str, ...]:
        """Ids of the constraints that act as gates, in the row's order."""
        return tuple(cid for cid in self.constraint_ids if cid in HARD_IDS)

    @property
    def soft_ids(self) -> tuple[str, ...]:
        """Ids of the constraints that are graded, in the row's order."""
        return tuple(cid for cid in self.constraint_ids if cid in SOFT_IDS)
