"""A translation task as the benchmark releases it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

HARD_IDS = ("format_preserve", "layout_break", "term_compliance", "social_preserve", "syllable_order")
SOFT_IDS = (
    "style_consistency",
    "term_cross_sentence",
    "academic_format_preserve",
    "context_disambiguate",
    "coref_resolution",
)
CONSTRAINT_IDS = HARD_IDS + SOFT_IDS
SCENARIOS = (
    *("social", "doc_textbook", "novel", "pgc_subtitle", "column", "academic", "ugc_subtitle"),
    # No row of the release has it; the quality judge knows it.
    "web_html",
)
DOMAINS = (
    "B站动态",
    "小说",
    "ogv字幕",
    "弹幕",
    "评论",
    "专栏文章",
    "学术论文",
    "UGC字幕",
    "书籍",
    "网页文本",
)
"""Values of `scenario` and `domain`. Source: the benchmark's dataset card and its quality judge."""


@dataclass(frozen=True, slots=True)
class Task:
    """One row: what the model is told, what is known about it, and how it is scored.

    `prompt` is the single source of truth for what the model sees; `source_text` and `constraints`
    equal what extraction gives. `constraints` stands 1:1 with `constraint_ids`. `duration_s` holds
    seconds on screen per line. `place` says where the row was read (``test.jsonl, line 17``), for messages;
    it is no part of the row. Source: the benchmark's dataset card.
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
    # A mapping has no hash; two tasks that differ in nothing else are as good as never met.
    style: Mapping[str, Any] | None = field(default=None, hash=False)
    place: str = field(default="", compare=False, repr=False)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Task:
        """Return the task that a row describes; see `inst_trans_env.tasks.rows.task_from_row`."""
        from inst_trans_env.tasks.rows import task_from_row

        return task_from_row(row)

    def to_row(self) -> dict[str, Any]:
        """Return the row in the released order of fields, optional ones only where they are set."""
        row: dict[str, Any] = {
            "case_id": self.case_id,
            "prompt": self.prompt,
            "reference": self.reference,
            "source_lang": self.source_lang,
            "target_lang": self.target_lang,
            "source_text": self.source_text,
            "constraints": list(self.constraints),
            "constraint_ids": list(self.constraint_ids),
            "scenario": self.scenario,
            "domain": self.domain,
        }
        if self.duration_s is not None:
            row["duration_s"] = list(self.duration_s)
        if self.batch_size is not None:
            row["batch_size"] = self.batch_size
        if self.style is not None:
            row["style"] = dict(self.style)
        return row

    @property
    def hard_ids(self) -> tuple[str, ...]:
        """Ids of the constraints that act as gates, in the row's order."""
        return tuple(cid for cid in self.constraint_ids if cid in HARD_IDS)

    @property
    def soft_ids(self) -> tuple[str, ...]:
        """Ids of the constraints that are graded, in the row's order."""
        return tuple(cid for cid in self.constraint_ids if cid in SOFT_IDS)
