"""LIFT-Bench: documents scored by constraints that are each scoped to one element."""

from inst_trans_env.lift.load import LiftTaskSet, load_lift_tasks
from inst_trans_env.lift.schema import Evaluation, LiftTask, task_from_row
from inst_trans_env.lift.scoring import LiftScore, score_document, score_document_async

__all__ = [
    "Evaluation",
    "LiftScore",
    "LiftTask",
    "LiftTaskSet",
    "load_lift_tasks",
    "score_document",
    "score_document_async",
    "task_from_row",
]
