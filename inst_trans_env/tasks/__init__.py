"""What a task is and where tasks come from."""

from inst_trans_env.tasks.load import TaskSet, load_tasks
from inst_trans_env.tasks.prompt import build_prompt, parse_prompt
from inst_trans_env.tasks.schema import CONSTRAINT_IDS, HARD_IDS, SOFT_IDS, Task

__all__ = [
    "CONSTRAINT_IDS",
    "HARD_IDS",
    "SOFT_IDS",
    "Task",
    "TaskSet",
    "build_prompt",
    "load_tasks",
    "parse_prompt",
]
