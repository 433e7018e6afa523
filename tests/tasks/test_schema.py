"""Tasks as values: equal by what they hold, usable in sets and as keys."""

from dataclasses import replace

from inst_trans_env.tasks import load_tasks


def test_tasks_with_a_style_are_keys_and_differ_by_it() -> None:
    task = next(task for task in load_tasks("sample") if task.style)
    other = replace(task, style={"formality": "other"})
    assert len({task, replace(task), other}) == 2
