"""The classic environment, for `verifiers` before 0.4: a dataset and a rubric of weighted functions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from drafting_constraint.scoring import Judging, metrics
from inst_trans_env.lift import LiftTask, load_lift_tasks
from inst_trans_env.lift.wire import from_wire, to_wire

if TYPE_CHECKING:
    import verifiers as vf


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

    The arguments are those of the task set; further ones go to `vf.SingleTurnEnv`. Each rollout's whole score
    stands in its state under `drafting_constraint` (saved by `-C drafting_constraint`).

    Raises:
        UserError: data or judge cannot be used.
    """
    import verifiers as vf
    from datasets import Dataset

    from inst_trans_env.envs.rubric import Scored, rubric

    loaded = load_lift_tasks(dataset_path, config=config_name, split=split, base=index_base)
    tasks = loaded[:limit]
    judging = Judging(judge_model, judge_base_url, judge_api_key_var, judged)
    judging.check(tasks)
    # A rubric's rows differ in the types of their arguments, which a table cannot hold: it travels as JSON.
    rows = [{"prompt": _messages(task), "answer": "", "info": json.dumps(to_wire(task))} for task in tasks]
    groups = sorted({entry.weight_group for task in tasks for entry in task.evaluations})
    names = ["raw", "normalised", "verifiable", "judged", *(f"group_{name}" for name in groups)]

    async def score(info: Mapping[str, Any], document: str) -> Scored:
        task = from_wire(info)
        done, _ = await judging.score(task, document)
        record = judging.signed(task, done)
        return Scored(float(record["reward"]), record, metrics(done, document))

    plain = ["answered", "complete", "unjudged", "constraints"]
    scoring = rubric("weighted_sum", "drafting_constraint", score, names, plain)
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=scoring, **kwargs)


def _messages(task: LiftTask) -> list[dict[str, str]]:
    return [{"role": message["role"], "content": message["content"]} for message in task.prompt]
