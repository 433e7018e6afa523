"""What each policy earns over a set of tasks: honest ones should, cheats should not."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.probe.policies import REGISTRY, Policy
from inst_trans_env.scoring import Score, Scorer
from inst_trans_env.tasks import Task

MOST_OF_A_CHEAT, LEAST_OF_AN_HONEST = 0.02, 0.98
"""Mean rewards that a rule set which cannot be gamed keeps to."""


@dataclass(slots=True)
class PolicyResult:
    """What one policy earned.

    Attributes:
        policy: the policy.
        rewards: one number a task, rule-only.
        passed: gate -> rows whose gate was open.
        rows: gate -> rows that have the gate.
        surprises: ids of tasks where a cheat earned or an honest policy did not.
    """

    policy: Policy
    rewards: list[float] = field(default_factory=list)
    passed: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    surprises: list[str] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Mean reward; 0 over no rows."""
        return sum(self.rewards) / len(self.rewards) if self.rewards else 0.0

    @property
    def as_it_should(self) -> bool:
        """Whether a cheat earns next to nothing and an honest policy next to everything; breaks are free."""
        if self.policy.kind == "cheat":
            return self.mean <= MOST_OF_A_CHEAT
        return self.policy.kind != "honest" or self.mean >= LEAST_OF_AN_HONEST

    def add(self, score: Score) -> None:
        """Count one task's score."""
        self.rewards.append(score.reward)
        for gate, verdict in score.gates.items():
            self.rows[gate] += 1
            self.passed[gate] += verdict.passed
        earned = score.reward > 0
        if (self.policy.kind == "cheat" and earned) or (self.policy.kind == "honest" and not earned):
            self.surprises.append(score.case_id)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        return {
            "policy": self.policy.name,
            "kind": self.policy.kind,
            "description": self.policy.description,
            "mean_reward": self.mean,
            "rows": len(self.rewards),
            "gates": {gate: self.passed[gate] / rows for gate, rows in self.rows.items()},
            "as_it_should": self.as_it_should,
            "surprises": self.surprises,
        }


def probe(
    tasks: Sequence[Task],
    scorer: Scorer,
    policies: Iterable[Policy],
    done: Callable[[int], None] = lambda count: None,
) -> list[PolicyResult]:
    """Let each policy answer all tasks and score the answers by rules.

    Args:
        tasks: all tasks; a policy may look at the others.
        scorer: a scorer without a judge.
        policies: what answers.
        done: told how many more answers were scored.

    Raises:
        UserError: a policy raised, or gave something that is no string.
    """
    results = []
    for policy in policies:
        result = PolicyResult(policy)
        for task in tasks:
            result.add(scorer.score(task, _answer(policy, task, tasks)))
            done(1)
        results.append(result)
    return results


def _answer(policy: Policy, task: Task, tasks: Sequence[Task]) -> str:
    try:
        answer: object = policy(task, tasks)
    except Exception as error:
        what = f"raised {type(error).__name__}: {error}"
        raise UserError(f"policy {policy.name!r} {what} (case {task.case_id!r}); mend the policy") from error
    if not isinstance(answer, str):
        what = f"gave {type(answer).__name__} instead of a string"
        raise UserError(f"policy {policy.name!r} {what} (case {task.case_id!r}); mend the policy")
    return answer


def load_policies(path: Path) -> list[Policy]:
    """Run a Python file and return the policies that it registers with `@policy`.

    Raises:
        UserError: the file cannot be run, registers nothing, or takes a name that is taken.
    """
    before = dict(REGISTRY)
    spec = importlib.util.spec_from_file_location(f"inst_trans_policies_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UserError(f"cannot run {path}: expected a Python file that registers policies with @policy")
    try:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except Exception as error:
        raise UserError(f"cannot run {path}: {type(error).__name__}: {error}") from error
    taken = [name for name, policy in before.items() if REGISTRY[name] is not policy]
    if taken:
        REGISTRY.update(before)
        raise UserError(f"{path} registers {taken[0]!r}, a name that is taken; rename the function")
    added = [policy for name, policy in REGISTRY.items() if name not in before]
    if not added:
        raise UserError(
            f"{path} registers no policy; put @policy('cheat') or @policy('honest') on a function"
        )
    return added
