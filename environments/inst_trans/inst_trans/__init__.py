"""Environment `inst-trans`: translation under constraints, scored by rules and, if asked, by a judge.

One package for every line of `verifiers`: the names below are imported when they are first used, so
neither the task-set API nor the classic one is touched where it does not exist.
"""

from __future__ import annotations

from inst_trans_env.envs.exports import lazily

_HOMES = {
    "InstTransTaskset": "inst_trans.taskset",
    "InstTransHarness": "inst_trans.harness",
    "InstTransEnv": "inst_trans.env",
    "load_environment": "inst_trans.classic",
}

__all__ = ["InstTransEnv", "InstTransHarness", "InstTransTaskset", "load_environment"]

__getattr__ = lazily(__name__, _HOMES)
