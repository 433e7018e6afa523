"""Scoring of constrained generation: gates decided by rules, graded constraints, one composed reward."""

from inst_trans_env.constraints.verdict import Verdict
from inst_trans_env.scoring import Score, Scorer
from inst_trans_env.tasks import Task, load_tasks

__all__ = ["Score", "Scorer", "Task", "Verdict", "load_tasks"]
