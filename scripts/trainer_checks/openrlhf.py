"""OpenRLHF: its executor decodes what an engine made and asks our function, then our server, for the reward."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from openrlhf.utils.agent import SingleTurnAgentExecutor

from inst_trans_env import Task
from scripts.grpo_demo.model import EOS, tokenizer
from scripts.trainer_checks.common import check, finish, mixed_tasks

ROOT = Path(__file__).resolve().parents[2]


class Engine:
    """In place of vLLM: generates one answer, whatever the prompt."""

    def __init__(self, tokens: Any, answer: str) -> None:
        self.ids = tokens(answer + EOS)["input_ids"]

    async def generate(self, *_: Any, **__: Any) -> Any:
        """Return the answer's tokens."""
        return SimpleNamespace(
            outputs=[SimpleNamespace(token_ids=self.ids, finish_reason="stop", logprobs=None)]
        )


def ask(executor: SingleTurnAgentExecutor, tokens: Any, task: Task, answer: str) -> dict[str, Any]:
    """Return what the executor makes of one rollout."""
    params = SimpleNamespace(max_tokens=4096, logprobs=None)
    engine = Engine(tokens, answer)
    done = executor.execute(task.prompt, task.case_id, params, 100_000, tokens, engine)
    result: dict[str, Any] = asyncio.run(done)
    return result


def compare(name: str, executor: SingleTurnAgentExecutor, tokens: Any, tasks: list[Task]) -> None:
    """Check rewards and logs through one executor."""
    right = [ask(executor, tokens, task, task.reference) for task in tasks]
    wrong = [ask(executor, tokens, task, "No.") for task in tasks]
    check(f"{name}: references earn 1", [r["reward"] for r in right] == [[1.0]] * len(tasks))
    check(f"{name}: another answer earns 0", [r["reward"] for r in wrong] == [[0.0]] * len(tasks))
    names = right[0]["extra_logs"].keys()
    check(
        f"{name}: every answer logs the same names",
        all(r["extra_logs"].keys() == names for r in right + wrong),
    )


def main() -> None:
    """Run the checks."""
    tasks, data = mixed_tasks(Path(tempfile.mkdtemp()))
    tokens = tokenizer()
    os.environ |= {"INST_TRANS_DATA": str(data), "INST_TRANS_RULES": "strict"}
    compare(
        "function", SingleTurnAgentExecutor(str(ROOT / "inst_trans_env/trainers/openrlhf.py")), tokens, tasks
    )
    program = [
        str(Path(sys.executable).with_name("inst-trans")),
        "serve",
        "--reward",
        "--data",
        str(data),
        "--port",
        "0",
    ]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = server.stdout.readline().strip() if server.stdout else ""
            compare("server", SingleTurnAgentExecutor(f"{url}/openrlhf"), tokens, tasks)
        finally:
            server.terminate()
    finish()


if __name__ == "__main__":
    main()
