"""verl: its data set reads our parquet, its loader finds our function, its manager and metrics take the result."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from omegaconf import OmegaConf
from verl import DataProto
from verl.experimental.reward_loop.reward_manager.naive import NaiveRewardManager
from verl.trainer.ppo.metric_utils import process_validation_metrics
from verl.trainer.ppo.reward import get_custom_reward_fn
from verl.utils.dataset.rl_dataset import RLHFDataset

from scripts.grpo_demo.model import EOS, tokenizer
from scripts.trainer_checks.common import check, finish, mixed_tasks

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = "{% for message in messages %}{{ message.content }}\n{% endfor %}"


def rollout(row: dict[str, Any], answer: str, tokens: Any) -> DataProto:
    """Return one finished rollout as verl's agent loop hands it to the reward manager."""
    ids = torch.tensor([tokens(answer + EOS)["input_ids"]])
    tensors = {"responses": ids, "attention_mask": torch.ones_like(ids)}
    keys = ("data_source", "reward_model", "extra_info")
    return DataProto.from_dict(
        tensors=tensors, non_tensors={key: np.array([row[key]], dtype=object) for key in keys}
    )


def main() -> None:
    """Run the checks."""
    folder = Path(tempfile.mkdtemp())
    tasks, data = mixed_tasks(folder)
    parquet = folder / "train.parquet"
    script = [
        sys.executable,
        str(ROOT / "scripts/verl-parquet"),
        "--data",
        str(data),
        "--output",
        str(parquet),
    ]
    subprocess.run(script, check=True, stdout=subprocess.DEVNULL)
    tokens = tokenizer()
    tokens.chat_template = TEMPLATE
    settings = OmegaConf.create({"max_prompt_length": 100_000, "cache_dir": str(folder / "cache")})
    rows = RLHFDataset(str(parquet), tokens, settings)
    check(f"its data set has all {len(tasks)} rows", len(rows) == len(tasks))

    os.environ |= {"INST_TRANS_DATA": str(data), "INST_TRANS_RULES": "strict"}
    path = str(ROOT / "inst_trans_env/trainers/verl.py")
    reward = {"custom_reward_function": {"path": path, "name": "compute_score"}}
    manager = NaiveRewardManager(
        OmegaConf.create({}), tokens, get_custom_reward_fn(OmegaConf.create({"reward": reward}))
    )
    answers = [task.reference for task in tasks] + [""] * len(tasks)
    given = [rows[number] for number in range(len(tasks))] * 2
    loop = asyncio.get_event_loop()
    results = [
        loop.run_until_complete(manager.run_single(rollout(row, answer, tokens)))
        for row, answer in zip(given, answers, strict=True)
    ]
    scores = [result["reward_score"] for result in results]
    check("references earn 1, no answer earns 0", scores == [1.0] * len(tasks) + [0.0] * len(tasks))
    extra = [result["reward_extra_info"] for result in results]
    # As `AgentLoopWorker` stacks them: the first answer's names must be in all.
    columns = {name: [info[name] for info in extra] for name in extra[0]}
    check("every answer has the same names", all(info.keys() == extra[0].keys() for info in extra))
    check("its metrics are of several gates", {"format_preserve", "term_compliance"} <= columns.keys())
    uids = [str(number) for number in range(len(tasks))] * 2
    metrics = process_validation_metrics(["inst-trans"] * len(uids), uids, columns)["inst-trans"]
    check(
        "its validation metrics are numbers",
        all(np.isfinite(list(m.values())).all() for m in metrics.values()),
    )
    check("and right", np.isclose(metrics["score"]["mean@2"], 0.5))
    finish()


if __name__ == "__main__":
    main()
