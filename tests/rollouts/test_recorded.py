"""Scores that a file holds: used again only where they are whole and add up."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.errors import DataError
from inst_trans_env.lift import LiftScore, load_lift_tasks, score_document, task_from_row
from inst_trans_env.lift.scoring import compose
from inst_trans_env.rollouts.drafts import Drafts
from inst_trans_env.rollouts.translations import Translations
from inst_trans_env.scoring import Scorer
from inst_trans_env.tasks import load_tasks
from tests.lift.build import evaluation, row

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


DRAFT = task_from_row(
    row(
        evaluation("judged_question", {"question": "Is it cold?"}, weight=0.5),
        evaluation("lexical_count", {"string": "snow", "lower_bound": 1}, weight=0.2, evaluation_id="f"),
        evaluation("word_count", {"lower_bound": 9}, weight=0.3, evaluation_id="g", weight_group="other"),
    )
)
BY_RULES = score_document(DRAFT, "snow")
BY_JUDGE = compose((replace(BY_RULES.results[0], score=0.5, reason="judged"), *BY_RULES.results[1:]))


def changed(whole: LiftScore, number: int, **change: Any) -> dict[str, Any]:
    """Return a score as data, one of its results changed and nothing else."""
    data = whole.to_dict()
    data["results"] = [dict(result) for result in data["results"]]
    data["results"][number] |= change
    plain: dict[str, Any] = json.loads(json.dumps(data))
    return plain


@pytest.mark.parametrize(
    ("score", "named"), [(BY_RULES, None), (BY_JUDGE, "a judge")], ids=["rules", "judge"]
)
def test_a_draft_s_score_that_adds_up_is_used_again(score: LiftScore, named: str | None) -> None:
    outcome = Drafts(named=named).recorded(DRAFT, changed(score, 0) | {"signature": "any"})
    assert outcome is not None
    assert outcome.reward == score.reward
    assert outcome.complete == (named is not None)
    # Of the other asking it is not: the judge's part would be left out, or be missing.
    assert Drafts(named=None if named else "a judge").recorded(DRAFT, changed(score, 0)) is None


@pytest.mark.parametrize(
    "change",
    [
        {"reward": 0.9},
        {"raw": 0.9},
        {"raw": None},
        {"normalised": 0.1},
        {"verifiable_score": 1.0},
        {"judged_score": None},
        {"basis": "rules"},
        {"unjudged": 1},
        {"groups": {}},
        {"groups": {**BY_JUDGE.to_dict()["groups"], "other": {"weight": 0.3, "raw": 0.3, "normalised": 1.0}}},
    ],
    ids=str,
)
def test_a_draft_s_sums_that_its_results_do_not_give_are_made_anew(change: dict[str, Any]) -> None:
    assert Drafts(named="a judge").recorded(DRAFT, changed(BY_JUDGE, 0) | change) is None


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, {"score": 1.0}),
        (0, {"score": None}),
        (1, {"score": 0.0}),
        (1, {"score": None}),
        (1, {"weight": 0.8}),
        (1, {"weight_group": "other"}),
        (1, {"metric_name": "word_count"}),
        (1, {"judged": True}),
        (0, {"judged": False}),
    ],
    ids=str,
)
def test_a_draft_s_results_of_other_constraints_are_made_anew(number: int, change: dict[str, Any]) -> None:
    assert Drafts(named="a judge").recorded(DRAFT, changed(BY_JUDGE, number, **change)) is None


@pytest.mark.parametrize("change", [{"weight": 0.8}, {"metric_name": "word_count"}], ids=str)
def test_not_even_where_the_sums_are_made_to_fit(change: dict[str, Any]) -> None:
    results = (BY_JUDGE.results[0], replace(BY_JUDGE.results[1], **change), BY_JUDGE.results[2])
    assert Drafts(named="a judge").recorded(DRAFT, compose(results).to_dict()) is None


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, {"score": 1.5}),
        (0, {"score": -0.1}),
        (0, {"score": float("nan")}),
        (0, {"score": "1"}),
        (0, {"score": True}),
        (1, {"weight": None}),
        (1, {"lines": [1]}),
        (1, {"evaluation_id": 7}),
        (1, {"evaluation_id": "h"}),
        (1, {"reason": None}),
    ],
    ids=str,
)
def test_a_draft_s_results_of_odd_values_are_refused(number: int, change: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="field score"):
        Drafts(named="a judge").recorded(DRAFT, changed(BY_JUDGE, number, **change))


@pytest.mark.parametrize(
    "change", [{"groups": []}, {"unwrapped": "md"}, {"basis": "some"}, {"results": None}], ids=str
)
def test_a_draft_s_score_of_another_shape_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="field score"):
        Drafts(named="a judge").recorded(DRAFT, changed(BY_JUDGE, 0) | change)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 2)), min_size=1, max_size=9))
def test_any_score_that_was_written_is_read_again(figures: list[tuple[float, float]]) -> None:
    entries = [
        evaluation("word_count", {"lower_bound": 1}, weight=weight, evaluation_id=str(number))
        for number, (_, weight) in enumerate(figures)
    ]
    task = task_from_row(row(*entries))
    results = zip(score_document(task, "x").results, figures, strict=True)
    score = compose(tuple(replace(result, score=value) for result, (value, _) in results))
    outcome = Drafts().recorded(task, json.loads(json.dumps(score.to_dict())))
    assert outcome is not None
    assert outcome.reward == score.reward


def test_the_signature_of_a_draft_changes_with_its_row() -> None:
    task = load_lift_tasks("sample")[0]
    other = replace(task, evaluations=task.evaluations[:-1])
    assert Drafts().sign(task) != Drafts().sign(other)
