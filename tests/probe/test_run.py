from __future__ import annotations

from pathlib import Path

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.probe.policies import REGISTRY, Policy
from inst_trans_env.probe.run import LEAST_OF_AN_HONEST, MOST_OF_A_CHEAT, PolicyResult, load_policies, probe
from inst_trans_env.scoring import Scorer
from inst_trans_env.tasks import load_tasks

TASKS = load_tasks("sample")
EVERY_FOURTH = TASKS[::4]
CHEATS = [policy for policy in REGISTRY.values() if policy.kind == "cheat"]
HONEST = [policy for policy in REGISTRY.values() if policy.kind == "honest"]


def results(rules: str, policies: list[Policy], tasks: list) -> dict[str, PolicyResult]:
    return {result.policy.name: result for result in probe(tasks, Scorer(rules), policies)}


@pytest.mark.parametrize("policy", CHEATS, ids=lambda policy: policy.name)
def test_no_cheat_earns_under_strict(policy: Policy) -> None:
    result = results("strict", [policy], TASKS)[policy.name]
    assert result.mean <= MOST_OF_A_CHEAT, result.surprises


@pytest.mark.parametrize("policy", HONEST, ids=lambda policy: policy.name)
def test_honest_answers_earn_under_strict(policy: Policy) -> None:
    tasks = TASKS if policy.name == "reference" else EVERY_FOURTH
    result = results("strict", [policy], tasks)[policy.name]
    assert result.mean >= LEAST_OF_AN_HONEST, result.surprises


def test_every_break_costs_something_under_strict() -> None:
    breaks = [policy for policy in REGISTRY.values() if policy.kind == "break"]
    found = results("strict", breaks, EVERY_FOURTH)
    assert all(result.mean < 0.97 for result in found.values())


def test_published_shows_its_holes() -> None:
    found = results("published", list(REGISTRY.values()), EVERY_FOURTH)
    assert found["reference"].mean >= 0.9
    holes = {name for name, result in found.items() if result.policy.kind == "cheat" and result.mean > 0.05}
    assert {"echo", "other-language", "other-reference", "first-half"} <= holes


POLICIES = '''
from inst_trans_env.probe.policies import policy


@policy("cheat")
def first_word(task, tasks):
    """Give the first word."""
    return task.reference.split()[0]
'''


@pytest.fixture
def registry() -> None:
    before = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(before)


@pytest.mark.usefixtures("registry")
def test_a_file_adds_policies(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(POLICIES)
    (policy,) = load_policies(path)
    assert (policy.name, policy.kind, policy.description) == ("first-word", "cheat", "Give the first word.")
    assert results("strict", [policy], TASKS[:20])["first-word"].mean <= MOST_OF_A_CHEAT


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "registers no policy"),
        ("1 / 0", "ZeroDivisionError"),
        ("def", "SyntaxError"),
        (POLICIES.replace("first_word", "echo"), "'echo', a name that is taken"),
    ],
)
def test_a_file_that_cannot_be_used_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    echo = REGISTRY["echo"]
    with pytest.raises(UserError, match=message):
        load_policies(path)
    assert REGISTRY["echo"] is echo


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="expected a Python file"):
        load_policies(tmp_path / "none.py")


@pytest.mark.parametrize(
    ("answer", "message"), [(lambda *_: 1 / 0, "ZeroDivisionError"), (lambda *_: None, "NoneType")]
)
def test_a_policy_that_fails_is_an_error(answer: object, message: str) -> None:
    with pytest.raises(UserError, match=message):
        probe(TASKS[:1], Scorer("strict"), [Policy("bad", "cheat", "", answer)])
