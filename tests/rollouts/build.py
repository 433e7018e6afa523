"""Files of rollouts for tests: a few tasks with answers that are right, half right and wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inst_trans_env.files import read_jsonl, write_jsonl
from inst_trans_env.lift import LiftTask
from inst_trans_env.lift.wire import to_wire
from tests.support import row

ANSWERS = ['{"1": "Hello"}', "Hello", '{"1": "Hi there"}', '{"2": "Hello"}', '{"1": "hello!"}', ""]
"""Answers to any of the tasks; under `published` the gate passes the first, third and fifth."""


def task(number: int) -> dict[str, Any]:
    """Return a task of its own."""
    return row(f"c{number}", source_text=json.dumps({"1": f"你好 {number}"}, ensure_ascii=False))


def write_data(folder: Path, tasks: int) -> Path:
    """Write the tasks and return the path."""
    path = folder / "data.jsonl"
    write_jsonl(path, [task(number) for number in range(tasks)])
    return path


def predictions(tasks: int) -> list[dict[str, str]]:
    """Return answers to tasks, so that samples of one case stand far apart."""
    return [
        {"case_id": f"c{number}", "prediction": answer.replace("Hello", f"Hello {number}")}
        for answer in ANSWERS
        for number in range(tasks)
    ]


def traces(tasks: int) -> list[dict[str, Any]]:
    """Return the same answers as episodes of vf-eval that carry the task's row."""
    return [
        {
            "ok": True,
            "errors": [],
            "traces": [
                {
                    "task": {"data": task(int(line["case_id"][1:]))},
                    "ok": True,
                    "errors": [],
                    "nodes": [{"message": {"role": "assistant", "content": line["prediction"]}}],
                    "info": {},
                }
            ],
        }
        for line in predictions(tasks)
    ]


def draft_trace(task: LiftTask, text: str, score: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return an answer to a drafting task as an episode of vf-eval."""
    data = to_wire(task)
    system, user = data["prompt"][:-1], data.pop("prompt")[-1]
    flat = data | {
        "prompt": user["content"],
        "system_prompt": system[0]["content"] if system else None,
        "evaluations": data.pop("info")["evaluations"],
    }
    info = {} if score is None else {"drafting_constraint": score}
    nodes = [{"message": {"role": "assistant", "content": text}}]
    one = {"task": {"data": flat}, "ok": True, "errors": [], "nodes": nodes, "info": info}
    return {"ok": True, "errors": [], "traces": [one]}


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    return [line for _, line in read_jsonl(path)]
