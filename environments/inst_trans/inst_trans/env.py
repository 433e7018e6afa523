"""The environment: one agent on this machine, so that `vf-eval inst-trans` needs no flag and no account."""

from __future__ import annotations

import verifiers.v1 as vf

from inst_trans_env.envs.chat import LocalEnvConfig


class InstTransEnvConfig(LocalEnvConfig):
    """One agent, on this machine."""


class InstTransEnv(vf.SingleAgentEnv, vf.Env[InstTransEnvConfig]):
    """One model answers one task; everything else is the task's."""
