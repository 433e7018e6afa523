"""Runs of synthesis: limits kept, configs nested, nothing contradicts itself, the same seed makes the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inst_trans_env.errors import UserError
from inst_trans_env.lift import LiftTask, score_document, task_from_row
from inst_trans_env.lift.load import CONFIGS
from inst_trans_env.lift.schema import Evaluation
from inst_trans_env.lift.selectors import infer_indexing
from inst_trans_env.lift.synthesis import Parameters, Synthesis, lint_task, run
from inst_trans_env.lift.synthesis.prompt import header_path
from inst_trans_env.lift.synthesis.recipes import RECIPES
from inst_trans_env.lift.synthesis.run import faults_of
from tests.lift.synthesis.make import make, order, ten_configs

COLUMNS = set("prompt info example_id topic document_outline dataset_name dataset_id split metadata".split())


def sections(task: LiftTask) -> Counter[tuple[object, bool]]:
    """Count a task's constraints by section and by whether they are judged, the outline's left out."""
    return Counter(
        (header_path(entry), entry.is_judged) for entry in task.evaluations if entry.weight_group == "content"
    )


def what(entry: Evaluation) -> str:
    return repr((entry.metric_name, entry.metric_args, entry.parser_args))


def test_limits_of_each_config_are_kept_and_reached() -> None:
    for name in CONFIGS:
        limits = Parameters.parse(name)
        counts = [sections(made.task) for made in ten_configs() if made.task.dataset_name == name]
        assert len(counts) == 12
        assert max(len({path for path, _ in count}) for count in counts) == limits.sections
        for judged, most in ((False, limits.verifiable), (True, limits.judged)):
            assert (
                max(number for count in counts for key, number in count.items() if key[1] is judged) == most
            )


def test_outlines_keep_their_shape() -> None:
    for made in ten_configs():
        limits = Parameters.parse(made.task.dataset_id)
        levels = [line.count("#") for line in made.task.document_outline.split("\n") if line.startswith("#")]
        if limits.is_flat:
            assert made.task.document_outline == ""
            continue
        assert levels[0] == 1
        assert max(levels) == 1 + limits.depth
        children = 0
        for level in levels:
            children = 0 if level == 2 else children + (level == 3)
            assert children <= limits.children
        assert levels.count(2) <= limits.children


def test_configs_of_a_run_share_topic_outline_and_document_and_are_nested() -> None:
    by_topic: dict[tuple[str, str], list[tuple[LiftTask, str]]] = {}
    for made in ten_configs():
        key = (Parameters.parse(made.task.dataset_id).run, made.task.topic)
        by_topic.setdefault(key, []).append((made.task, made.reference))
    for found in by_topic.values():
        assert len({task.document_outline for task, _ in found}) == 1
        assert len({document for _, document in found}) == 1
        held = [{what(entry) for entry in task.evaluations} for task, _ in found]
        assert all(fewer <= more for fewer, more in pairwise(held))
        assert len(held[0]) < len(held[-1])


def test_the_same_seed_makes_the_same_and_another_does_not() -> None:
    few = ("short_doc_few_constraints", "flat_doc_some_constraints")
    first, again, other = (
        [(made.task.to_row(), made.reference) for made in make(Synthesis(order(few, seed=seed, test=3)))]
        for seed in (7, 7, 8)
    )
    assert first == again
    assert first != other


def test_rows_are_as_the_card_describes_them() -> None:
    for made in ten_configs():
        row = made.task.to_row()
        assert set(row) == COLUMNS
        assert row["metadata"] == {}
        assert [message["role"] for message in row["prompt"]] == ["user"]
        groups = Counter[str]()
        for entry in row["info"]["evaluations"]:
            groups[entry["weight_group"]] += entry["weight"]
        assert sum(groups.values()) == pytest.approx(1, abs=1e-12)
        assert groups["structure"] == pytest.approx(0.3 if row["document_outline"] else 0)
        assert task_from_row(row).to_row() == row
    names = [made.task.example_id for made in ten_configs()]
    assert len(set(names)) == len(names)


def test_no_question_is_asked_twice_in_a_task() -> None:
    for made in ten_configs():
        asked = [entry.metric_args["criterion"] for entry in made.task.evaluations if entry.is_judged]
        assert len(set(asked)) == len(asked)


def test_outlines_show_that_selectors_count_from_one() -> None:
    for made in ten_configs():
        selectors = [entry.selector for entry in made.task.evaluations]
        inference = infer_indexing([(made.task.document_outline, selectors)])
        assert inference.indexing.base == 1
        assert inference.warning is None


def test_every_recipe_is_used_and_said() -> None:
    used = {entry.metric_name for made in ten_configs() for entry in made.task.evaluations}
    more = make(Synthesis(order(("l6_d1_sh6_sv8_snv1", "flat_sv8_snv1"), seed=2, train=60)))
    used |= {entry.metric_name for made in more for entry in made.task.evaluations}
    assert {recipe.metric for recipe in RECIPES} - used == set()
    assert [fault for made in more for fault in lint_task(made.task)] == []


@pytest.mark.parametrize(
    "code", ["l1_d1_sh1_sv1_snv1", "l2_d5_sh9_sv8_snv8", "l6_d3_sh30_sv3_snv3", "flat_sv8_snv8"]
)
def test_other_parameters(code: str) -> None:
    synthesis = Synthesis(order((code,), seed=3, test=4))
    made = make(synthesis)
    assert len(made) == 4
    assert not synthesis.lost
    for each in made:
        assert faults_of(each.task, each.reference) == []


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    shape=st.tuples(st.integers(1, 6), st.integers(1, 3), st.integers(1, 12)),
    most=st.tuples(st.integers(1, 8), st.integers(1, 8)),
    flat=st.booleans(),
)
def test_any_parameters_and_seed(
    seed: int, shape: tuple[int, int, int], most: tuple[int, int], flat: bool
) -> None:
    start = "flat" if flat else "l{}_d{}_sh{}".format(*shape)
    synthesis = Synthesis(order((f"{start}_sv{most[0]}_snv{most[1]}",), seed=seed, test=1))
    (made,) = make(synthesis)
    assert faults_of(made.task, made.reference) == []


def test_a_document_that_breaks_a_constraint_is_not_emitted(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = run.solve

    def broken(*args: object) -> object:
        solved = solve(*args)  # type: ignore[arg-type]
        return replace(solved, document=solved.document.replace("#", "", 1))

    monkeypatch.setattr(run, "solve", broken)
    synthesis = Synthesis(order(("short_doc_few_constraints",), test=2))
    assert make(synthesis) == []
    assert len(synthesis.lost) == 2
    assert synthesis.rejected["not met: heading_outline"] == 2 * run.ATTEMPTS


def test_five_hundred_tasks_without_contradiction_or_fault() -> None:
    synthesis = Synthesis(order(seed=11, train=40, test=10))
    made = make(synthesis)
    assert (len(made), synthesis.lost) == (500, [])
    for each in made[::7]:
        results = score_document(task_from_row(each.task.to_row()), each.reference).results
        assert all(result.score == 1.0 for result in results if not result.judged)


def test_orders_that_cannot_be() -> None:
    with pytest.raises(UserError, match="a config is given twice"):
        order(("flat_sv3_snv3", "flat_doc_some_constraints"))

    with pytest.raises(UserError, match="10000 training and 12 test topics"):
        order(train=10_000)
