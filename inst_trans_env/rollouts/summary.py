"""What a filtering did, as data."""

from __future__ import annotations

from typing import Any

from inst_trans_env.rollouts.export import POOLS
from inst_trans_env.rollouts.filter_bucket import CLASSES
from inst_trans_env.rollouts.pipeline import Run
from inst_trans_env.rollouts.tally import Tally

RULES = "best-of drop-constant band min-spread all-gates min-reward min-chars max-chars near-duplicates top-k".split()
"""Rules in the order in which they are applied."""


def summarise_filter(run: Run, scored: Tally, filtered: Tally) -> dict[str, Any]:
    """Return what happened to the rollouts of a run: every one is counted in exactly one place.

    `rollouts` = `scored` + `errored`; `scored` = `kept` + all of `dropped`; lines in `unreadable` are apart.
    """
    counts = scored.counts
    dropped = filtered.family("dropped")
    return {
        "lines": run.lines,
        "rollouts": counts["rollouts"],
        "unreadable": {"total": counts["unreadable"], "first": scored.sentences("unreadable")},
        "errored": {
            "total": counts["errored"],
            "by_type": dict(sorted(scored.family("errored").items())),
            "first": scored.sentences("errored"),
        },
        "scored": counts["scored"],
        "scores_reused": counts["reused"],
        "with_unjudged_constraints": counts["incomplete"],
        "dropped": {rule: dropped[rule] for rule in RULES if rule in dropped},
        "kept": filtered.counts["kept"],
        "mean_reward": {
            "scored": _mean(filtered.sums.get("reward", 0.0), counts["scored"]),
            "kept": _mean(filtered.sums.get("kept", 0.0), filtered.counts["kept"]),
        },
        "rewards": {name: filtered.counts[f"reward/{name}"] for name in CLASSES},
        "rewards_kept": {name: filtered.counts[f"kept/{name}"] for name in CLASSES},
        "groups": {
            "total": filtered.counts["groups"],
            "kept": filtered.counts["groups kept"],
            "by_pass_rate": {name: filtered.counts[f"pool/{name}"] for name in POOLS},
        },
        "written": {"to": run.job.export.to, "rows": filtered.counts["written"], "file": str(run.job.output)},
        "shard": "/".join(str(number) for number in (run.scoring.shard[0] + 1, run.scoring.shard[1])),
        "formula": run.scoring.formula,
        "signature": run.signature,
    }


def _mean(total: float, count: int) -> float | None:
    return total / count if count else None
