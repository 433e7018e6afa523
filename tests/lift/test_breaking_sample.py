"""Emptying one scoped element of a sample document lowers the constraints that look at it, and no other."""

from __future__ import annotations

import pytest

from inst_trans_env.lift import LiftTask, load_lift_tasks, score_document
from inst_trans_env.lift.references import load_references
from inst_trans_env.lift.scoring import EvaluationResult


def emptied(document: str, lines: tuple[int, int]) -> str:
    """Return the document without what the lines hold but headers, so that every place stays where it is."""
    first, last = lines
    return "\n".join(
        line if not first <= number <= last or line.startswith("#") else ""
        for number, line in enumerate(document.split("\n"), 1)
    )


def touches(result: EvaluationResult, lines: tuple[int, int]) -> bool:
    return result.lines is not None and result.lines[0] <= lines[1] and lines[0] <= result.lines[1]


def check(task: LiftTask, document: str) -> int:
    """Empty every section that a constraint looks at, one after the other; return how many there were."""
    before = score_document(task, document).results
    sections = {
        result.lines for result in before if result.lines and result.place.rsplit(" > ")[-1].startswith("H")
    }
    for lines in sections:
        after = score_document(task, emptied(document, lines)).results
        for old, new in zip(before, after, strict=True):
            if old.judged:
                continue
            assert old.score == 1.0
            if not touches(old, lines):
                assert (new.score, new.place) == (1.0, old.place), (task.example_id, lines, new)
            elif old.lines == lines:
                assert new.score == 0.0, (task.example_id, lines, new)
    return len(sections)


@pytest.mark.parametrize(
    "config", ["short_doc_some_constraints", "short_doc_numerous_constraints", "long_doc_few_constraints"]
)
def test_emptying_a_section_lowers_what_looks_at_it_and_nothing_else(config: str) -> None:
    references = load_references("sample")
    tasks = load_lift_tasks("sample", config=config)
    assert sum(check(task, references[task.example_id]) for task in tasks) > len(tasks)
