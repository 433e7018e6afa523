from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.probe.policies import REGISTRY
from inst_trans_env.tasks.schema import Task
from tests.serve import tiny

TASKS = [Task.from_row(row) for row in tiny.ROWS]
JSON, PROSE, SUBTITLES, HTML = TASKS


@pytest.mark.parametrize(
    ("name", "task", "answer"),
    [
        ("reference", PROSE, PROSE.reference),
        ("reference-tag-case", HTML, "<P>Bienvenue sur <B>notre</B> site</P>"),
        ("reference-tag-case", PROSE, PROSE.reference),
        ("reference-trailing-newline", HTML, HTML.reference + "\n"),
        ("drop-json-key", PROSE, PROSE.reference),
        ("drop-newline", PROSE, PROSE.reference.replace("\n\n", " \n")),
        ("drop-tag", HTML, "<p>Bienvenue sur <b>notre</b> site"),
        ("alter-term", PROSE, PROSE.reference.replace("neural network", "nneural network")),
        ("echo", HTML, HTML.source_text),
        ("other-reference", JSON, PROSE.reference),
        ("other-language", JSON, ""),
        ("tags-only", HTML, "<p><b></b></p>"),
        ("first-half", HTML, "<p>Bienvenue sur <b"),
    ],
)
def test_answers(name: str, task: Task, answer: str) -> None:
    assert REGISTRY[name](task, TASKS) == answer


def test_json_answers_keep_or_break_the_structure_as_described() -> None:
    reference = json.loads(JSON.reference)
    assert json.loads(REGISTRY["reference-key-order"](JSON, TASKS)) == reference
    assert list(json.loads(REGISTRY["reference-key-order"](JSON, TASKS))) == ["2", "1"]
    assert json.loads(REGISTRY["drop-json-key"](JSON, TASKS)) == {"1": reference["1"]}
    assert json.loads(REGISTRY["empty-values"](JSON, TASKS)) == {"1": "", "2": ""}
    assert json.loads(REGISTRY["social-list"](JSON, TASKS))["2"].split() == ["@山海客", "#每日一喵#"]
    assert len(set(json.loads(REGISTRY["equal-syllables"](SUBTITLES, TASKS)).values())) == 1


def test_inline_elements_change_places() -> None:
    task = Task("zh", "en", "", (), (), reference="<p>see <b>one</b> and <i>two</i></p>")
    assert REGISTRY["reference-inline-order"](task, [task]) == "<p>see <i>two</i> and <b>one</b></p>"


def test_every_policy_says_what_it_does() -> None:
    for name, policy in REGISTRY.items():
        assert policy.name == name
        assert policy.description.endswith(".")
    assert {policy.kind for policy in REGISTRY.values()} == {"honest", "break", "cheat"}


@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_no_policy_raises(source: str, reference: str, constraints: list[str]) -> None:
    lines = tuple(f"{mark}: {line}→{line}" for line in constraints for mark in ("术语对照", "社交元素"))
    task = Task("zh", "en", source, lines, ("term_compliance",), reference=reference)
    for policy in REGISTRY.values():
        assert isinstance(policy(task, [task]), str)
