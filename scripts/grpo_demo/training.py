"""Warm-up by SFT, then GRPO on the reward, with the held-out reward measured on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from datasets import Dataset
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast, TrainerCallback
from trl import GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer

from inst_trans_env.trainers import TaskReward
from inst_trans_env.trainers.trl import dataset, reward_function

LONGEST = 88
"""Bytes of an answer at most."""

SHARED: dict[str, Any] = {
    "use_cpu": True,
    "bf16": False,
    "report_to": [],
    "save_strategy": "no",
    "disable_tqdm": True,
    "dataloader_pin_memory": False,
}


def warm_up(
    net: LlamaForCausalLM,
    tokens: PreTrainedTokenizerFast,
    rows: list[dict[str, str]],
    steps: int,
    folder: Path,
) -> None:
    """Train on prompts with completions."""
    config = SFTConfig(
        output_dir=str(folder / "sft"),
        per_device_train_batch_size=32,
        max_steps=steps,
        learning_rate=1.5e-3,
        lr_scheduler_type="cosine",
        warmup_steps=20,
        logging_steps=50,
        completion_only_loss=True,
        max_length=192,
        **SHARED,
    )
    SFTTrainer(net, args=config, train_dataset=Dataset.from_list(rows), processing_class=tokens).train()


class Measured(TrainerCallback):
    """Measures the held-out reward every so many of the steps."""

    def __init__(self, measure: Callable[[], float], steps: int, every: int) -> None:
        self.measure, self.steps, self.every = measure, steps, every
        self.points: list[dict[str, float]] = []
        self.rewards: list[dict[str, float]] = []
        self.began = time.monotonic()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Measure when it is time."""
        if state.global_step % self.every == 0:
            point = {"step": state.global_step, "reward": self.measure()}
            self.points.append(point)
            print(
                f"step {state.global_step:4}  held-out reward {point['reward']:.3f}  "
                f"{time.monotonic() - self.began:5.0f} s",
                flush=True,
            )

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
        """Keep the mean reward of the training groups."""
        if logs and "reward" in logs:
            self.rewards.append({"step": state.global_step, "reward": float(logs["reward"])})


def train(
    net: LlamaForCausalLM,
    tokens: PreTrainedTokenizerFast,
    reward: TaskReward,
    measured: Measured,
    folder: Path,
) -> None:
    """Run GRPO: groups of 8 answers, no KL term, reward as the environment gives it."""
    config = GRPOConfig(
        output_dir=str(folder / "grpo"),
        per_device_train_batch_size=64,
        num_generations=8,
        max_completion_length=LONGEST,
        max_steps=measured.steps,
        learning_rate=6e-5,
        lr_scheduler_type="constant_with_warmup",
        warmup_steps=5,
        temperature=1.0,
        beta=0.0,
        logging_steps=1,
        **SHARED,
    )
    GRPOTrainer(
        net,
        reward_funcs=reward_function(reward),
        args=config,
        train_dataset=dataset(reward, conversational=False),
        processing_class=tokens,
        callbacks=[measured],
    ).train()
