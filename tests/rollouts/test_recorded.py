"""Scores that a file holds: used again only where they are whole and add up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from inst_trans_env.errors import DataError
from inst_trans_env.lift import load_lift_tasks
from inst_trans_env.rollouts.drafts import Drafts
from inst_trans_env.rollouts.translations import Translations
from inst_trans_env.scoring import Scorer
from inst_trans_env.tasks import load_tasks

TASK = next(task for task in load_tasks("sample") if task.soft_ids and task.hard_ids)
SUBJECT = Translations("strict")


def recorded(**change: Any) -> dict[str, Any]:
    """Return a score of the task's source as its translation, changed."""
    return Scorer("strict").score(TASK, TASK.source_text).to_dict() | change


def test_a_score_that_adds_up_is_used_again() -> None:
    outcome = SUBJECT.recorded(TASK, recorded())
    assert outcome is not None
    assert outcome.reward == recorded()["reward"]
    blank = Scorer("strict").score(TASK, " ").to_dict()
    assert SUBJECT.recorded(TASK, blank) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"reward": 0.9},
        {"rules": "published.1"},
        {"gates": {}},
        {"graded": {}},
        {"graded": {"nobody": 1.0}},
        {"present": False},
    ],
    ids=str,
)
def test_a_score_that_does_not_add_up_is_made_anew(change: dict[str, Any]) -> None:
    assert SUBJECT.recorded(TASK, recorded(**change)) is None


@pytest.mark.parametrize(
    "change",
    [
        {"reward": "0.9"},
        {"reward": None},
        {"reward": float("nan")},
        {"reward": 1.5},
        {"reward": True},
        {"graded": {"a": "x"}},
        {"graded": None},
        {"gates": {"a": {"passed": "yes"}}},
        {"gates": {"a": None}},
        {"quality": "good"},
        {"present": 1},
        {"notes": {"a": 1}},
        {"judge_tokens": [1]},
        {"case_id": 5},
    ],
    ids=str,
)
def test_a_score_of_odd_values_is_refused_in_a_sentence(change: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="field score"):
        SUBJECT.recorded(TASK, recorded(**change))


def test_the_signature_of_a_draft_changes_with_its_row() -> None:
    task = load_lift_tasks("sample")[0]
    other = replace(task, evaluations=task.evaluations[:-1])
    assert Drafts().sign(task) != Drafts().sign(other)
