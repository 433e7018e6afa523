"""Harness and environment: one chat request from inside this process, one agent on this machine."""

from __future__ import annotations

import verifiers.v1 as vf

from inst_trans_env.envs.chat import ChatHarness, LocalEnvConfig


class DraftingHarness(ChatHarness):
    """Sends the task's prompt once to the model and leaves the document on the trace."""


class DraftingEnvConfig(LocalEnvConfig):
    """One agent, on this machine."""


class DraftingEnv(vf.SingleAgentEnv, vf.Env[DraftingEnvConfig]):
    """One model drafts one document; everything else is the task's."""
