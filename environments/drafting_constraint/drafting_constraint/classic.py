"""The classic environment, for `verifiers` before 0.4: a dataset and a rubric of weighted functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from drafting_constraint.scoring import Judging, metrics
from inst_trans_env.lift import LiftTask, load_lift_tasks, task_from_row
from inst_trans_env.lift.selectors import Indexing

if TYPE_CHECKING:
    import verifiers as vf

SCORE, METRICS = "drafting_constraint", "drafting_constraint_metrics"
"""Keys of a rollout's state: the whole score (save it with `-C drafting_constraint`), and its metrics."""


def load_environment(
    dataset_path: str = "sample",
    config_name: str | None = None,
    split: Literal["train", "test"] = "test",
    limit: int | None = None,
    index_base: Literal[0, 1] | None = None,
    judge_model: str | None = None,
    judge_base_url: str | None = None,
    judge_api_key_var: str = "JUDGE_API_KEY",
    judged: bool = True,
    **kwargs: Any,
) -> vf.SingleTurnEnv:
    """Return LIFT-Bench as a `vf.SingleTurnEnv`.

    The arguments are those of the task set; further ones go to `vf.SingleTurnEnv`.

    Raises:
        UserError: data or judge cannot be used.
    """
    import verifiers as vf
    from datasets import Dataset

    loaded = load_lift_tasks(dataset_path, config=config_name, split=split, base=index_base)
    tasks = loaded[:limit]
    judging = Judging(judge_model, judge_base_url, judge_api_key_var, judged)
    judging.check(tasks)
    # A rubric's rows differ in the types of their arguments, which a table cannot hold: it travels as JSON.
    rows = [{"prompt": _messages(task), "answer": "", "info": json.dumps(task.to_row())} for task in tasks]
    groups = sorted({entry.weight_group for task in tasks for entry in task.evaluations})
    names = ["verifiable", "judged", *(f"group_{name}" for name in groups)]
    rubric = _rubric(judging, loaded.indexing, names)
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=rubric, **kwargs)


def _messages(task: LiftTask) -> list[dict[str, str]]:
    return [{"role": message["role"], "content": message["content"]} for message in task.prompt]


def _rubric(judging: Judging, indexing: Indexing, names: Sequence[str]) -> vf.Rubric:
    import verifiers as vf

    async def weighted_sum(completion: Any, info: dict[str, Any], state: Any, parser: Any) -> float:
        # First of the functions: it scores, the others read what it left.
        if state.get("error") is not None:
            return 0.0
        task = replace(task_from_row(info), indexing=indexing)
        document = parser.parse_answer(completion) or ""
        try:
            score, _ = await judging.score(task, document)
            state[SCORE], state[METRICS] = judging.signed(task, score), metrics(score, document)
        except Exception as error:
            # Raised from here it would count as a reward of 0; set on the state it marks the rollout errored.
            state["error"] = vf.InfraError(f"scoring: {type(error).__name__}: {error}")
            return 0.0
        return float(state[SCORE]["reward"])

    readers = [reader for name in names for reader in (_value(name), _counted(name))]
    readers += [_value(name) for name in ("answered", "complete", "unjudged", "constraints")]
    return vf.Rubric(funcs=[weighted_sum, *readers], weights=[1.0] + [0.0] * len(readers))


def _value(name: str) -> Callable[[Any], float]:
    """Return a metric's value; 0 where the row does not have it (NaN would poison the reward)."""

    def read(state: Any) -> float:
        return float((state.get(METRICS) or {}).get(name, 0.0))

    read.__name__ = name
    return read


def _counted(name: str) -> Callable[[Any], float]:
    """Return 1 where the row has the metric: mean(name) / mean(name_rows) is the mean over those rows."""

    def read(state: Any) -> float:
        return float(name in (state.get(METRICS) or {}))

    read.__name__ = f"{name}_rows"
    return read
