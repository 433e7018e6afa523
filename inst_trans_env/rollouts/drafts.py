"""Rollouts of LIFT: documents scored by the weighted sum of their constraints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.files import read_jsonl
from inst_trans_env.judge import Prompt
from inst_trans_env.lift import LiftTask, score_document, score_document_async
from inst_trans_env.lift.judged import Judge
from inst_trans_env.lift.scoring import check_reward, judge_prompts
from inst_trans_env.lift.signature import lift_signature, task_digest
from inst_trans_env.lift.wire import from_wire, to_wire
from inst_trans_env.rollouts.subject import Outcome, Subject
from inst_trans_env.scoring.rewards import LIFT


class Drafts(Subject[LiftTask]):
    """Answers to tasks of LIFT.

    Args:
        judge: who judges; None scores by rules.
        named: who that is in signatures: a model, or ``of the task``.
        model: asked in place of the model that each constraint names.
    """

    id_field = "example_id"
    rules = LIFT

    def __init__(
        self, judge: Judge | None = None, *, named: str | None = None, model: str | None = None
    ) -> None:
        self._judge, self._named, self._model = judge, named, model
        self.signature = lift_signature(named)

    def load(self, path: Path) -> Sequence[LiftTask]:
        """Read the file."""
        return [from_wire(row) for _, row in read_jsonl(path)]

    def to_row(self, task: LiftTask) -> dict[str, Any]:
        """Return the row of the data set with how its selectors count."""
        return to_wire(task)

    def of_row(self, row: Mapping[str, Any]) -> LiftTask:
        """Read the row, of a trace or of the data set."""
        if "source_text" in row:
            raise DataError("the task is a translation: --formula lift is for drafts")
        task = from_wire(row)
        if not task.example_id:
            raise DataError("field example_id of the task: missing")
        return task

    def check(self, task: LiftTask) -> None:
        """Refuse a task that has no reward without a judge."""
        if self._named is None:
            check_reward(task)

    def id_of(self, task: LiftTask) -> str:
        """Return the example id."""
        return task.example_id

    def digest(self, task: LiftTask) -> str:
        """Return the digest of the row and of how its selectors count."""
        return task_digest(task)

    def prompt(self, task: LiftTask) -> str:
        """Return all messages, one after the other."""
        return "\n".join(message["content"] for message in task.prompt)

    def prompt_key(self, prompt: str) -> Hashable:
        """Return the prompt itself: it has no marks by which it could be found inside a chat template."""
        return prompt.strip()

    def sign(self, task: LiftTask) -> str:
        """Return the signature with the task's digest and how its selectors count."""
        return lift_signature(self._named, task)

    async def score(self, task: LiftTask, completion: str) -> Outcome:
        """Score by rules, or with the judge."""
        if self._judge is None:
            data = score_document(task, completion).to_dict()
        else:
            data = (await score_document_async(task, completion, self._judge, self._model)).to_dict()
        return _outcome(data)

    def recorded(self, task: LiftTask, data: Mapping[str, Any]) -> Outcome | None:
        """Read the score, which must be of the task's own constraints."""
        try:
            outcome = _outcome(data)
            ids = [result["evaluation_id"] for result in data["results"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataError(f"field score: not what drafting-constraint writes ({error!r})") from error
        if ids != [entry.evaluation_id for entry in task.evaluations]:
            raise DataError(f"field score: it is not of the constraints of {task.example_id!r}")
        return outcome

    def prompts(self, work: Iterable[tuple[LiftTask, str]]) -> Iterator[tuple[str | None, Prompt]]:
        """Yield the prompts with the model that is asked."""
        for task, text in work:
            for model, prompt in judge_prompts(task, text, self._model):
                yield model, Prompt(prompt)


def _outcome(data: Mapping[str, Any]) -> Outcome:
    """Return the outcome of a score: passed where every constraint that has a score is fully met."""
    verdicts: dict[str, float] = {}
    seen: Counter[str] = Counter()
    for result in data["results"]:
        name = result["evaluation_id"]
        seen[name] += 1
        if result["score"] is not None:
            verdicts[name if seen[name] == 1 else f"{name} ({seen[name]})"] = float(result["score"])
    reward = float(data["reward"])
    if not all(0 <= value <= 1 for value in (reward, *verdicts.values())):
        raise ValueError("a score or the reward is not from 0 to 1")
    passed = bool(verdicts) and all(value == 1.0 for value in verdicts.values())
    return Outcome(reward, passed, data["unjudged"] == 0, data, verdicts)
