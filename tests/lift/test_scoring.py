from __future__ import annotations

import json
from dataclasses import replace

import pytest

from inst_trans_env.lift import score_document
from inst_trans_env.lift.selectors import Indexing
from tests.lift.build import Selector, evaluation, task

DOCUMENT = "# T\n\nintro text\n\n## A\n\nrain rain\n\n## B\n\nsnow\n"


def test_weighted_sum_groups_places_and_reasons() -> None:
    lift_task = task(
        evaluation("lexical_count", {"string": "rain", "lower_bound": 2}, [("H2", 1)], weight=0.25),
        evaluation("lexical_count", {"string": "rain", "lower_bound": 2}, [("H2", 2)], weight=0.25),
        evaluation("word_count", {"upper_bound": 99}, weight=0.3, weight_group="form"),
        evaluation("word_count", {"upper_bound": 99}, [("H2", 3)], weight=0.1, weight_group="form"),
    )
    score = score_document(lift_task, DOCUMENT)
    assert score.raw == pytest.approx(0.55)
    assert score.normalised == pytest.approx(0.55 / 0.9)
    assert score.verifiable_score == score.normalised
    assert score.judged_score is None
    assert score.groups["content"].raw == 0.25
    assert score.groups["content"].normalised == 0.5
    assert score.groups["form"].raw == pytest.approx(0.3)
    assert [(result.place, result.lines, result.score) for result in score.results] == [
        ("H2 1", (5, 7), 1.0),
        ("H2 2", (9, 11), 0.0),
        ("document", (1, 11), 1.0),
        ("", None, 0.0),
    ]
    assert score.results[1].reason == "0 times “rain”, wanted at least 2"
    assert score.results[3].reason == "there is no H2 3 below the document (2 found)"


def test_repeated_ids_both_count() -> None:
    entry = evaluation("lexical_count", {"string": "rain", "lower_bound": 1}, weight=0.5)
    score = score_document(task(entry, entry), DOCUMENT)
    assert len(score.results) == 2
    assert score.raw == 1.0


def test_scores_are_json() -> None:
    score = score_document(task(evaluation("word_count", {"upper_bound": 9})), DOCUMENT)
    assert json.loads(json.dumps(score.to_dict()))["raw"] == 1.0


def test_unjudged_constraints_are_neither_met_nor_missed() -> None:
    lift_task = task(
        evaluation("judged_question", {"question": "Is it about rain?"}, [("H2", 1)], weight=0.5),
        evaluation("lexical_count", {"string": "rain", "lower_bound": 1}, weight=0.25, weight_group="form"),
        evaluation("lexical_count", {"string": "hail", "lower_bound": 1}, weight=0.25, weight_group="form"),
    )
    score = score_document(lift_task, DOCUMENT)
    assert (score.raw, score.normalised, score.judged_score, score.unjudged) == (None, None, None, 1)
    assert score.verifiable_score == 0.5
    assert score.groups["content"].raw is None
    assert score.groups["form"].normalised == 0.5
    assert score.results[0].score is None
    assert score.results[0].reason == "not judged"


@pytest.mark.parametrize("place", [[("H2", 1)], [("H2", 9)], []])
def test_rules_alone_leave_out_all_judged_weight(place: Selector) -> None:
    judged = evaluation("judged_question", {"question": "?"}, place, weight=0.75)
    rule = evaluation("word_count", {"lower_bound": 1}, weight=0.25)
    score = score_document(task(judged, rule), DOCUMENT)
    assert (score.raw, score.normalised, score.unjudged, score.basis) == (None, None, 1, "rules")
    assert score.verifiable_score == score.reward == 1.0
    reason = "not judged; there is no H2 9" if place == [("H2", 9)] else "not judged"
    assert score.results[0].reason.startswith(reason)
    alone = score_document(task(judged), DOCUMENT)
    assert (alone.reward, alone.unjudged) == (None, 1)


def test_the_reward_is_the_raw_sum_where_every_constraint_has_a_score() -> None:
    heavy = [evaluation("word_count", {"lower_bound": 1}, weight=weight) for weight in (1.5, 0.5)]
    light = evaluation("word_count", {"lower_bound": 10**6}, weight=2.0)
    score = score_document(task(*heavy, light), DOCUMENT)
    assert (score.reward, score.raw, score.normalised, score.basis) == (2.0, 2.0, 0.5, "all")


def test_weights_that_sum_to_nothing_normalise_to_nothing() -> None:
    score = score_document(task(evaluation("word_count", {"upper_bound": 9}, weight=0)), DOCUMENT)
    assert score.raw == 0.0
    assert score.normalised is None


def test_document_types_are_read_side_by_side() -> None:
    lift_task = task(
        evaluation("paragraph_count", {"lower_bound": 1, "upper_bound": 1}, kind="html"),
        evaluation("heading_count", {"lower_bound": 1}, kind="markdown"),
        evaluation("heading_count", {"upper_bound": 0}, kind="text"),
    )
    assert score_document(lift_task, "# T").normalised == 1.0


def test_unwrapping_is_recorded() -> None:
    lift_task = task(evaluation("heading_count", {"lower_bound": 1}))
    assert score_document(lift_task, "```markdown\n# T\n\nx\n```").unwrapped == ("markdown",)
    assert score_document(lift_task, "# T").unwrapped == ()


def test_indexing_of_the_file_is_used() -> None:
    lift_task = task(evaluation("lexical_count", {"string": "snow", "lower_bound": 1}, [("H2", 1)]))
    assert score_document(lift_task, DOCUMENT).raw == 0.0
    assert score_document(replace(lift_task, indexing=Indexing(0)), DOCUMENT).raw == 1.0


def test_rounded_weights_move_a_score_by_less_than_a_billionth() -> None:
    exact = [1 / 6, 1 / 7, 1 / 3]
    entries = [evaluation("word_count", {"upper_bound": 99}, weight=weight) for weight in exact]
    rounded = [{**entry, "weight": round(entry["weight"], 10)} for entry in entries]
    left, right = score_document(task(*entries), DOCUMENT).raw, score_document(task(*rounded), DOCUMENT).raw
    assert left is not None
    assert right is not None
    assert abs(left - right) < 1e-9
