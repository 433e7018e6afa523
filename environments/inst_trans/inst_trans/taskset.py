"""The task set: which rows become tasks, and how they will be scored."""

from __future__ import annotations

from typing import Self

import verifiers.v1 as vf
from pydantic import Field, model_validator

from inst_trans.judging import scorer_for
from inst_trans.task import InstTransData, InstTransTask, InstTransTaskConfig, JudgeOptions, Rules
from inst_trans_env.envs.refusal import told_plainly
from inst_trans_env.tasks import load_tasks
from inst_trans_env.tasks.select import select_tasks


class InstTransConfig(vf.TasksetConfig):
    """Where the tasks come from, which are kept, and under which rules they are scored."""

    dataset_path: str = "sample"
    """`sample` (shipped), the path of a JSONL file, or `hub[:REVISION]`."""
    limit: int | None = Field(None, ge=1)
    """Keep this many tasks, counted after the filters."""
    domains: list[str] = Field(default_factory=list)
    """Keep tasks of these domains."""
    constraint_ids: list[str] = Field(default_factory=list)
    """Keep tasks that declare at least one of these constraints."""
    language_pairs: list[str] = Field(default_factory=list)
    """Keep tasks of these pairs, e.g. `zh-en`."""
    rules: Rules = "published"
    """Rule set of the gates: `published` or `strict`."""
    judge: JudgeOptions = JudgeOptions()
    """Who scores the soft constraints; without `judge.model`, nobody: the reward is then the gates alone."""
    task: InstTransTaskConfig = InstTransTaskConfig()
    """What the task sees of this config; filled from `rules` and `judge`, leave it alone."""

    @model_validator(mode="after")
    def _hand_down(self) -> Self:
        handed = {"rules": self.rules, "judge": self.judge}
        for name in self.task.model_fields_set & handed.keys():
            if getattr(self.task, name) != handed[name]:
                raise ValueError(f"set taskset.{name}, not taskset.task.{name}")
        self.task = self.task.model_copy(update=handed)
        return self


class InstTransTaskset(vf.Taskset[InstTransTask, InstTransConfig]):
    """InstTrans tasks from the sample, a file or the hub."""

    @told_plainly()
    def load(self) -> list[InstTransTask]:
        """Load, filter and check the rows; a row that the rules cannot read stops the run here."""
        config = self.config
        tasks = select_tasks(
            load_tasks(config.dataset_path),
            domains=config.domains,
            constraint_ids=config.constraint_ids,
            language_pairs=config.language_pairs,
            limit=config.limit,
        )
        scorer = scorer_for(config.rules, **config.judge.model_dump())
        scorer.check_tasks(tasks)
        return [InstTransTask(InstTransData.of(task, idx), config.task) for idx, task in enumerate(tasks)]
