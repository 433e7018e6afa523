"""The shipped sample: references meet their rubrics, and each constraint looks at its own element only."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib import resources

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.lift import LiftTask, load_lift_tasks, score_document
from inst_trans_env.lift.load import CONFIGS, SPLITS
from inst_trans_env.lift.references import load_references
from inst_trans_env.lift.sample import REFERENCES, TASKS, sample_references
from inst_trans_env.lift.scope import Scope
from inst_trans_env.lift.scoring import Reading
from inst_trans_env.lift.synthesis import Made, Order, Parameters, Synthesis, lint_task, load_topics
from tests.lift.synthesis.edits import EDITS, edited, extent

RICHEST = ("short_doc_numerous_constraints", "long_doc_numerous_constraints", "flat_doc_many_constraints")
"""Of each run, the config whose tasks hold the constraints of all the others."""


@cache
def tasks(config: str, split: str) -> list[LiftTask]:
    return list(load_lift_tasks(f"sample:{config}/{split}"))


def everything() -> list[LiftTask]:
    return [task for config in CONFIGS for split in SPLITS for task in tasks(config, split)]


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("split", SPLITS)
def test_every_config_and_split_is_there(config: str, split: str) -> None:
    loaded = load_lift_tasks(f"sample:{config}/{split}")
    assert len(loaded) >= 12
    assert loaded.source == f"sample:{config}/{split}"
    assert {(task.dataset_name, task.dataset_id, task.split) for task in loaded} == {
        (config, CONFIGS[config], split)
    }
    assert [task.to_row() for task in load_lift_tasks("sample", config=config, split=split)] == [
        task.to_row() for task in loaded
    ]


def test_the_first_config_is_the_default() -> None:
    assert load_lift_tasks("sample").source == "sample:short_doc_few_constraints/test"
    assert load_lift_tasks("sample", split="train").source == "sample:short_doc_few_constraints/train"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("sample:short/test", "unknown config"),
        ("sample:flat_doc_many_constraints/dev", "unknown split"),
        ("sample:", "unknown config ''"),
    ],
)
def test_what_the_sample_lacks_is_told(source: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        load_lift_tasks(source)


def test_the_sample_is_small() -> None:
    folder = resources.files("inst_trans_env.lift.sample")
    assert sum(len((folder / name).read_bytes()) for name in (TASKS, REFERENCES)) < 3_000_000


def test_references_meet_all_verifiable_constraints() -> None:
    references = load_references("sample")
    for task in everything():
        results = score_document(task, references[task.example_id]).results
        assert [result.reason for result in results if not result.judged and result.score != 1.0] == []
        assert any(not result.judged for result in results)


def test_prompts_say_what_rubrics_check() -> None:
    assert [fault for task in everything() for fault in lint_task(task)] == []


def test_references_stand_in_no_prompt() -> None:
    for task in everything():
        prompt = task.prompt[0]["content"]
        assert not any(
            line in prompt for line in sample_references()[task.example_id].split("\n") if len(line) > 60
        )


def test_training_and_test_share_no_topic() -> None:
    topics = {split: {task.topic for task in everything() if task.split == split} for split in SPLITS}
    assert not topics["train"] & topics["test"]


def test_the_code_makes_this_sample() -> None:
    """Fails after a change of synthesis: run scripts/lift-sample."""
    order = Order(load_topics(), [Parameters.parse(name) for name in CONFIGS], seed=5, train=12, test=12)

    async def make() -> list[Made]:
        return [made async for documents in Synthesis(order).documents() for made in documents]

    made = {each.task.example_id: each for each in asyncio.run(make())}
    for task in everything():
        assert made[task.example_id].task.to_row() == task.to_row()
        assert made[task.example_id].reference == sample_references()[task.example_id]


@pytest.mark.parametrize("config", RICHEST)
@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_an_element_touches_only_the_constraints_that_look_at_it(config: str, edit: str) -> None:
    for split in SPLITS:
        for task in tasks(config, split):
            check_edits(task, sample_references()[task.example_id], edit)


def check_edits(task: LiftTask, document: str, edit: str) -> None:
    placed = Reading(task, document).placed
    before = [result.score for result in score_document(task, document).results]
    extents = [extent(found.scope) for found in placed if isinstance(found.scope, Scope)]
    assert len(extents) == len(placed)
    for (start, end), found in dict(zip(extents, placed, strict=True)).items():
        assert isinstance(found.scope, Scope)
        changed = edited(document, found.scope, EDITS[edit])
        after = [result.score for result in score_document(task, changed).results]
        for number, (low, high) in enumerate(extents):
            told = (edit, task.example_id, found.scope.place, task.evaluations[number].metric_name)
            if high <= start or end <= low:
                assert after[number] == before[number], told
            elif edit == "blank" and start <= low and high <= end and before[number] is not None:
                assert after[number] == 0.0, told


@pytest.mark.parametrize("config", RICHEST)
def test_every_constraint_can_be_broken_without_emptying_its_element(config: str) -> None:
    for task in tasks(config, "test"):
        document = sample_references()[task.example_id]
        for number, found in enumerate(Reading(task, document).placed):
            if found.evaluation.is_judged:
                continue
            assert isinstance(found.scope, Scope)
            scores = {
                edit: score_document(task, edited(document, found.scope, EDITS[edit])).results[number].score
                for edit in ("poor", "stuffed")
            }
            assert 0.0 in scores.values(), (task.example_id, found.scope.place, found.evaluation)
