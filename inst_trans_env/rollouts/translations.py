"""Rollouts of InstTrans: gates and graded constraints under a rule set, composed by a reward formula."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from inst_trans_env.constraints.registry import rule_set
from inst_trans_env.errors import DataError
from inst_trans_env.files import read_jsonl
from inst_trans_env.judge import Prompt
from inst_trans_env.rollouts.prompts import ParsedPrompts, Prompts
from inst_trans_env.rollouts.subject import Outcome, Subject
from inst_trans_env.scoring import Judge, Score, Scorer, if_score
from inst_trans_env.scoring.judged import TaskJudge, judge_prompts
from inst_trans_env.scoring.rewards import formula
from inst_trans_env.stats.signature import answer_signature, signature, task_digest
from inst_trans_env.tasks import Task
from inst_trans_env.tasks.prompt import parse_prompt

_EXACT = 1e-9
"""How far a recorded reward may be from the one that its verdicts give."""

_OPENING = "请将以下"


class Translations(Subject[Task]):
    """Answers to tasks of InstTrans.

    Args:
        rules: name of the rule set.
        reward: name of the reward formula.
        judge: who judges; None scores by rules.
        signed: names of the judge model and of the version of its prompts, or ``none``.
        quality: whether the translation's quality is judged too.
    """

    id_field = "case_id"

    def __init__(
        self,
        rules: str,
        reward: str = "if_score",
        judge: Judge | None = None,
        *,
        signed: tuple[str, str] = ("none", "none"),
        quality: bool = False,
    ) -> None:
        self._scorer = Scorer(rules, judge, quality=quality)
        self._formula = formula(reward)
        self._judge = judge
        self._quality = quality
        self._rules = rule_set(rules)
        self._everywhere: frozenset[str] | None = None
        self._signed = dict(zip(("judge", "prompts"), signed, strict=True))
        self.rules = self._scorer.rules
        whole = signature(rules=self.rules, **self._signed, data_sha256="", rows=0)
        self.signature = "|".join(part for part in whole.split("|") if not part.startswith(("data:", "n:")))

    def load(self, path: Path) -> Sequence[Task]:
        """Read the file, which was checked when it was written."""
        return [Task.from_row(row) for _, row in read_jsonl(path)]

    def to_row(self, task: Task) -> dict[str, Any]:
        """Return the row of the data set."""
        return task.to_row()

    def of_row(self, row: Mapping[str, Any]) -> Task:
        """Read the row; id and prompt must be in it."""
        if "document_outline" in row:
            raise DataError("the task is a draft of LIFT: score it with --formula lift")
        task = Task.from_row(row)
        for name in ("case_id", "prompt"):
            if not getattr(task, name):
                raise DataError(f"field {name} of the task: missing")
        return task

    def check(self, task: Task) -> None:
        """Ask the rules."""
        self._scorer.check_tasks([task])

    def id_of(self, task: Task) -> str:
        """Return the case id."""
        return task.case_id

    def digest(self, task: Task) -> str:
        """Return the digest that signatures carry."""
        return task_digest(task)

    def prompts_of(self, tasks: Iterable[Task]) -> Prompts:
        """Find them by what their prompts ask for."""
        return ParsedPrompts(((task.case_id, task.prompt) for task in tasks), _asked)

    def sign(self, task: Task) -> str:
        """Return the signature with the task's digest."""
        return answer_signature(task, rules=self.rules, **self._signed)

    async def score(self, task: Task, completion: str) -> Outcome:
        """Score by the rule set."""
        # Without what judging used: a verdict from the cache uses nothing, and the same run gives the same bytes.
        score = replace(await self._scorer.ascore(task, completion), judge_tokens=(0, 0))
        return self._outcome(score, score.to_dict())

    def recorded(self, task: Task, data: Mapping[str, Any]) -> Outcome | None:
        """Read the score; None for one that lacks the quality that is asked for, or does not add up."""
        try:
            score = Score.from_dict(data)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise DataError(f"field score: not what inst-trans writes ({error!r})") from error
        if score.case_id != task.case_id:
            raise DataError(f"field score: it is of case {score.case_id!r}, not {task.case_id!r}")
        if self._quality and score.present and score.quality is None:
            return None
        return self._outcome(score, data) if self._adds_up(task, score) else None

    def _adds_up(self, task: Task, score: Score) -> bool:
        """Return whether the verdicts are those of the task under the rules, and give the reward."""
        gates = self._gates_of(task) if score.present else frozenset()
        reward = if_score(score.gates, score.graded) if score.present else 0.0
        return (
            score.rules == self.rules
            and score.gates.keys() == gates
            and score.graded.keys() == set(task.soft_ids)
            and abs(score.reward - reward) <= _EXACT
        )

    def _gates_of(self, task: Task) -> frozenset[str]:
        """Return the names of a task's gates: its hard constraints, and what the rules ask of every row."""
        if self._everywhere is None:
            self._everywhere = frozenset(self._rules.gates(task, task.source_text)) - {*task.hard_ids}
        return self._everywhere | {*task.hard_ids}

    def prompts(self, work: Iterable[tuple[Task, str]]) -> Iterator[tuple[str | None, Prompt]]:
        """Yield the prompts of the judge's prompt set."""
        if not isinstance(self._judge, TaskJudge):
            raise TypeError("nothing is judged here")
        for prompt in judge_prompts(self._scorer, self._judge, work, quality=self._quality):
            yield None, prompt

    def _outcome(self, score: Score, data: Mapping[str, Any]) -> Outcome:
        verdicts = {name: float(verdict.passed) for name, verdict in score.gates.items()}
        verdicts |= {name: value for name, value in score.graded.items() if value is not None}
        return Outcome(self._formula(score), score.gates_passed, score.complete, data, verdicts)


def _asked(prompt: str) -> Hashable:
    """Return the opening, the source text and the constraints of a prompt, without what a template puts around."""
    try:
        parts = parse_prompt(prompt)
    except DataError:
        return (prompt.strip(),)
    head = prompt[: prompt.index("\n\n【源文】\n")]
    return head[head.rfind(_OPENING) :], parts.source_text.strip(), *parts.constraints
