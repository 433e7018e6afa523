"""What the tests of both environments share: tasks in this process, and `vf-eval` as a process."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import verifiers.v1 as vf

BIN = Path(sys.executable).parent


def config(env_id: str, **fields: Any) -> Any:
    """Return the config of a task set."""
    return vf.taskset_config_type(env_id).model_validate({"id": env_id, **fields})


def tasks(env_id: str, **fields: Any) -> list[Any]:
    """Return the tasks that a config gives."""
    return list(vf.load_taskset(config(env_id, **fields)))


def score(task: Any, answer: str) -> Any:
    """Return the trace of an answer that was scored."""
    trace = vf.Trace(
        task=vf.TraceTask(type=type(task).__name__, data=task.data),
        agent=vf.AgentInfo(config=vf.AgentConfig(runtime=vf.SubprocessConfig())),
        nodes=[vf.MessageNode(message=vf.AssistantMessage(content=answer), sampled=True)],
    )
    asyncio.run(task.score(trace))
    return trace


def start(folder: Path, url: str, env_id: str, model: str, flags: Mapping[str, str]) -> subprocess.Popen[str]:
    """Start an evaluation of a model at `url`."""
    given = {"--client.base-url": url, "--client.api-key-var": "NO_KEY", "-o": str(folder), **flags}
    command = [str(BIN / "vf-eval"), env_id, "-m", model, "--no-push", "--no-rich"]
    command += [part for flag in given.items() for part in flag]
    env = os.environ | {"NO_KEY": "none", "INST_TRANS_CACHE": str(folder / "judge.sqlite3")}
    return subprocess.Popen(
        command, env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def traces(run: Path) -> list[dict[str, Any]]:
    """Return all traces of a run."""
    lines = (run / "traces.jsonl").read_text("utf-8").split("\n")
    return [trace for line in lines if line for trace in json.loads(line)["traces"]]
