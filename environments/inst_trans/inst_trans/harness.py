"""The harness: one chat request from inside this process, instead of a program in a sandbox."""

from __future__ import annotations

from inst_trans_env.envs.chat import ChatHarness


class InstTransHarness(ChatHarness):
    """Sends the task's prompt once to the model and leaves the answer on the trace."""
