"""The task set: which rows become tasks, and who scores their judged constraints."""

from __future__ import annotations

from typing import Literal, Self

import verifiers.v1 as vf
from pydantic import Field, model_validator

from drafting_constraint.task import DraftingData, DraftingTask, DraftingTaskConfig
from inst_trans_env.envs.refusal import told_plainly
from inst_trans_env.lift import load_lift_tasks

_HANDED = ("dataset_path", "judge_model", "judge_base_url", "judge_api_key_var", "judged")


class DraftingConfig(vf.TasksetConfig):
    """Where the tasks come from and who judges."""

    dataset_path: str = "sample"
    """`sample[:CONFIG/SPLIT]` (shipped), a JSONL file, a folder of `CONFIG/SPLIT.jsonl`, or `hub[:REVISION]`."""
    config_name: str | None = None
    """Config, for the sample (there the first by default), a folder or the hub."""
    split: Literal["train", "test"] = "test"
    """Split, likewise."""
    limit: int | None = Field(None, ge=1)
    """Keep this many tasks."""
    index_base: Literal[0, 1] | None = None
    """First index of selectors; as the outlines show when unset."""
    judge_model: str | None = None
    """Judge in place of the one that each constraint names; figures are then not comparable to published ones."""
    judge_base_url: str | None = None
    """Endpoint of the judge, with `/v1`; `$JUDGE_API_BASE` when unset. Without either, nothing is judged."""
    judge_api_key_var: str = "JUDGE_API_KEY"
    """Name of the variable that holds the judge's key."""
    judged: bool = True
    """False: score by rules alone, even where there is an endpoint."""
    task: DraftingTaskConfig = DraftingTaskConfig()
    """What the task sees of this config; filled from the fields above, leave it alone."""

    @model_validator(mode="after")
    def _hand_down(self) -> Self:
        handed = {name: getattr(self, name) for name in _HANDED}
        for name in self.task.model_fields_set & handed.keys():
            if getattr(self.task, name) != handed[name]:
                raise ValueError(f"set taskset.{name}, not taskset.task.{name}")
        self.task = self.task.model_copy(update=handed)
        return self


class DraftingTaskset(vf.Taskset[DraftingTask, DraftingConfig]):
    """LIFT-Bench tasks from the sample, a file, a folder or the hub."""

    @told_plainly()
    def load(self) -> list[DraftingTask]:
        """Load and check the rows; a row that cannot be understood stops the run here."""
        config = self.config
        tasks = load_lift_tasks(
            config.dataset_path, config=config.config_name, split=config.split, base=config.index_base
        )[: config.limit]
        config.task.judging.check(tasks)
        return [DraftingTask(DraftingData.of(task, idx), config.task) for idx, task in enumerate(tasks)]
