"""One chat request from inside this process, in place of a program in a sandbox; one agent on this machine."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import openai
import verifiers.v1 as vf

RETRIES = 5

_CLIENTS: WeakKeyDictionary[asyncio.AbstractEventLoop, openai.AsyncOpenAI] = WeakKeyDictionary()


def _client() -> openai.AsyncOpenAI:
    """Return the client of the running event loop: a client a rollout would cost 27 ms of CPU each."""
    loop = asyncio.get_running_loop()
    if loop not in _CLIENTS:
        # No deadline of its own: the rollout's bounds the call.
        _CLIENTS[loop] = openai.AsyncOpenAI(
            base_url="http://unset", api_key="unset", timeout=None, max_retries=RETRIES
        )
    return _CLIENTS[loop]


class ChatHarness(vf.Harness[vf.HarnessConfig]):  # type: ignore[misc]
    """Sends the task's prompt once to the model and leaves the answer on the trace."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(  # noqa: PLR0913, PLR0917 - the base class's signature
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Post the prompt to `endpoint`, which records the turn on `trace`; a refusal is exit code 1."""
        system, prompt = self.resolve_text_prompt(data)
        messages: list[Any] = [{"role": "user", "content": prompt or ""}]
        if system is not None:
            messages.insert(0, {"role": "system", "content": system})
        client = _client().with_options(base_url=endpoint, api_key=secret)
        try:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        except openai.OpenAIError as error:
            return vf.ProgramResult(exit_code=1, stdout="", stderr=f"{type(error).__name__}: {error}")
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class LocalEnvConfig(vf.SingleAgentEnvConfig):  # type: ignore[misc]
    """The single-agent config with the runtime pinned: nothing is executed, so no sandbox is needed."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class JudgeOutage(vf.RolloutError):  # type: ignore[misc]
    """The judge gave no verdict: the trace is errored and has no reward. Retry rules may name this type."""


def answer_of(trace: vf.Trace) -> str:
    """Return the last thing that the model said on a trace; empty when it said nothing."""
    answers = trace.assistant_messages
    return (answers[-1].content or "") if answers else ""
