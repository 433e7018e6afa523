"""The classic environment, for `verifiers` before 0.4: a dataset and a rubric of weighted functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from inst_trans.judging import metrics, scorer_for, signed
from inst_trans_env.scoring import Scorer
from inst_trans_env.tasks import Task, load_tasks
from inst_trans_env.tasks.select import select_tasks

if TYPE_CHECKING:
    import verifiers as vf

SCORE, METRICS = "inst_trans", "inst_trans_metrics"
"""Keys of a rollout's state: the whole score (save it with `-C inst_trans`), and its metrics."""


def load_environment(
    dataset_path: str = "sample",
    rules: str = "published",
    limit: int | None = None,
    domains: Sequence[str] = (),
    constraint_ids: Sequence[str] = (),
    language_pairs: Sequence[str] = (),
    judge: dict[str, Any] | None = None,
    **kwargs: Any,
) -> vf.SingleTurnEnv:
    """Return InstTrans as a `vf.SingleTurnEnv`.

    The arguments are those of the task set; `judge` is an object with `model`, `base_url`, `api_key_var`
    and `quality`. Further arguments go to `vf.SingleTurnEnv`.

    Raises:
        UserError: data, filter or rule set cannot be used.
    """
    import verifiers as vf
    from datasets import Dataset

    tasks = select_tasks(
        load_tasks(dataset_path),
        domains=domains,
        constraint_ids=constraint_ids,
        language_pairs=language_pairs,
        limit=limit,
    )
    settings = {"rules": rules, **(judge or {})}
    scorer = scorer_for(**settings)
    scorer.check_tasks(tasks)
    rows = [
        {"question": task.prompt, "answer": task.reference, "info": json.dumps(task.to_row())}
        for task in tasks
    ]
    # Gates that every row has are in any score; the others are those that rows declare.
    everywhere = Scorer(rules).score(tasks[0], tasks[0].source_text).gates
    names = sorted({*everywhere, *(cid for task in tasks for cid in task.constraint_ids), "quality"})
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=_rubric(settings, names), **kwargs)


def _rubric(settings: Mapping[str, Any], names: Sequence[str]) -> vf.Rubric:
    import verifiers as vf

    async def if_score(completion: Any, info: dict[str, Any], state: Any, parser: Any) -> float:
        # First of the functions: it scores, the others read what it left.
        if state.get("error") is not None:
            return 0.0
        scorer = scorer_for(**settings)
        try:
            task = Task.from_row(info)
            score = await scorer.ascore(task, parser.parse_answer(completion) or "")
        except Exception as error:
            # Raised from here it would count as a reward of 0; set on the state it marks the rollout errored.
            state["error"] = vf.InfraError(f"scoring: {type(error).__name__}: {error}")
            return 0.0
        state[SCORE], state[METRICS] = signed(score, task, settings.get("model")), metrics(score)
        return score.reward

    readers = [reader for name in names for reader in (_value(name), _counted(name))]
    readers += [_value("answered"), _value("complete")]
    return vf.Rubric(funcs=[if_score, *readers], weights=[1.0] + [0.0] * len(readers))


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
