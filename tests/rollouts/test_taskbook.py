from __future__ import annotations

from typing import Any

import pytest

from inst_trans_env import Task
from inst_trans_env.errors import DataError
from inst_trans_env.rollouts.rollout import Rollout
from inst_trans_env.rollouts.taskbook import Taskbook
from inst_trans_env.rollouts.translations import Translations
from tests.support import row

ROWS = [row("c1"), row("c2", source_text='{"1": "再见"}'), row("c3", target_lang="de")]
TEMPLATES = ["{}", "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n", "Be brief.\n{}", "user\n{}\n"]


def book(rules: str = "strict") -> Taskbook:
    return Taskbook(Translations(rules), [Task.from_row(line) for line in ROWS])


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("line", ROWS, ids=lambda line: line["case_id"])
def test_by_prompt_with_whatever_a_template_puts_around(line: dict[str, Any], template: str) -> None:
    known = book().find(Rollout("x", prompt=template.format(line["prompt"])))
    assert known.task.case_id == line["case_id"]


def test_one_task_by_id_row_and_prompt_is_one_group() -> None:
    ways = [
        Rollout("x", case_id="c1"),
        Rollout("x", dict(reversed(ROWS[0].items()))),
        Rollout("x", case_id="c1"),
    ]
    tasks = book()
    assert len({(tasks.find(way).group, tasks.find(way).signature) for way in ways}) == 1


def test_a_changed_row_under_the_same_id_is_another_group() -> None:
    tasks = book()
    ours = tasks.find(Rollout("x", ROWS[0]))
    other = tasks.find(Rollout("x", row("c1", source_text='{"1": "早"}')))
    assert (ours.group, ours.signature) != (other.group, other.signature)
    assert tasks.find(Rollout("x", ROWS[0])) == ours


@pytest.mark.parametrize(
    ("rollout", "message"),
    [
        (Rollout("x", case_id="c9"), "case_id 'c9' is not among the 3 tasks of --data"),
        (Rollout("x", prompt="Translate this."), "neither a case_id nor the prompt of a task of --data"),
        (Rollout("x", prompt=row("c1", source_text="别的")["prompt"]), "neither a case_id nor the prompt"),
        (Rollout("x"), "neither a case_id nor the prompt"),
        (Rollout("x", {"case_id": "c1"}), "field source_lang: missing"),
        (Rollout("x", ROWS[0] | {"prompt": ""}), "field prompt of the task: missing"),
        (Rollout("x", ROWS[0] | {"prompt": "short"}), "field prompt: the prompt has no"),
        (Rollout("x", ROWS[0] | {"case_id": None}), "field case_id of the task: missing"),
    ],
)
def test_tasks_that_cannot_be_found(rollout: Rollout, message: str) -> None:
    with pytest.raises(DataError) as caught:
        book().find(rollout)
    assert message in str(caught.value)
