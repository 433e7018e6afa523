"""The classic environment, for `verifiers` before 0.4: a dataset and a rubric of weighted functions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from inst_trans.judging import metrics, scorer_for, signed
from inst_trans_env.tasks import Task, load_tasks
from inst_trans_env.tasks.select import select_tasks

if TYPE_CHECKING:
    import verifiers as vf


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
    and `quality`. Further arguments go to `vf.SingleTurnEnv`. Each rollout's whole score stands in its state
    under `inst_trans` (saved by `-C inst_trans`).

    Raises:
        UserError: data, filter or rule set cannot be used.
    """
    import verifiers as vf
    from datasets import Dataset

    from inst_trans_env.envs.rubric import Scored, rubric

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

    async def score(info: Mapping[str, Any], answer: str) -> Scored:
        task = Task.from_row(info)
        done = await scorer_for(**settings).ascore(task, answer)
        return Scored(done.reward, signed(done, task, settings.get("model")), metrics(done))

    names = scorer.metric_names(tasks)
    scoring = rubric("if_score", "inst_trans", score, names, ["answered", "complete"])
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=scoring, **kwargs)
