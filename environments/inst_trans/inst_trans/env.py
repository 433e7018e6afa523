"""The environment: one agent on this machine, so that `vf-eval inst-trans` needs no flag and no account."""

from __future__ import annotations

import verifiers.v1 as vf


class InstTransEnvConfig(vf.SingleAgentEnvConfig):
    """The single-agent config with the runtime pinned: nothing is executed, so no sandbox is needed."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class InstTransEnv(vf.SingleAgentEnv, vf.Env[InstTransEnvConfig]):
    """One model answers one task; everything else is the task's."""
