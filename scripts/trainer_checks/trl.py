"""TRL: GRPOTrainer takes our reward functions, plain and conversational; None leaves a rollout out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from trl import GRPOConfig, GRPOTrainer

from inst_trans_env import Scorer
from inst_trans_env.trainers import TaskReward
from inst_trans_env.trainers.trl import async_reward_function, dataset, reward_function
from scripts.grpo_demo.model import model, tokenizer
from scripts.grpo_demo.toy_tasks import build
from scripts.grpo_demo.training import SHARED
from scripts.trainer_checks.common import Out, check, finish

TEMPLATE = "{% for message in messages %}{{ message.content }}\n{% endfor %}"


def step(reward: TaskReward, function: Callable[..., Any], *, conversational: bool) -> dict[str, Any]:
    """Return what the trainer logged of one step."""
    tokens = tokenizer()
    tokens.chat_template = TEMPLATE
    config = GRPOConfig(
        output_dir=tempfile.mkdtemp(),
        per_device_train_batch_size=8,
        num_generations=4,
        max_completion_length=16,
        max_steps=1,
        logging_steps=1,
        **SHARED,
    )
    trainer = GRPOTrainer(
        model(tokens, 1),
        reward_funcs=function,
        args=config,
        train_dataset=dataset(reward, conversational=conversational),
        processing_class=tokens,
    )
    trainer.train()
    return {name: value for entry in trainer.state.log_history for name, value in entry.items()}


def main() -> None:
    """Run the checks."""
    tasks = build(8, 1, Scorer("strict"))
    reward = TaskReward(tasks, Scorer("strict"))
    for name, adapter in (("blocking", reward_function), ("async", async_reward_function)):
        for conversational in (False, True):
            logs = step(reward, adapter(reward), conversational=conversational)
            kind = f"{name}, {'messages' if conversational else 'plain text'}"
            check(f"{kind}: a reward is logged", logs["reward"] == 0.0)
            check(
                f"{kind}: and each gate", {"inst_trans/language", "inst_trans/format_preserve"} <= logs.keys()
            )
            check(f"{kind}: nothing was unknown", logs["inst_trans/judge_outage"] == 0.0)
    soft = [
        replace(
            task,
            constraints=(*task.constraints, "【注意】语体风格：口语"),
            constraint_ids=(*task.constraint_ids, "style_consistency"),
        )
        for task in tasks
    ]
    judged = TaskReward(soft, Scorer("strict", Out()))
    logs = step(judged, async_reward_function(judged), conversational=False)
    check("a judge that is out: no rollout has a reward", logs["inst_trans/judge_outage"] == 1.0)
    check(
        "and none counts as 0",
        "rewards/inst_trans/mean" not in logs or logs["rewards/inst_trans/mean"] != 0.0,
    )
    finish()


if __name__ == "__main__":
    main()
