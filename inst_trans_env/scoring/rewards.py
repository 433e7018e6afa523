"""Named reward formulas over a `Score`, each a number in [0, 1]."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from inst_trans_env.errors import UserError
from inst_trans_env.scoring.score import Score

Formula = Callable[[Score], float]


def if_score(score: Score) -> float:
    """Return product(gates) x mean(graded): the benchmark's headline score."""
    return score.reward


def gated_sum(score: Score) -> float:
    """Return product(gates) x mean of translation quality and mean(graded).

    The published training reward of the Index-Translate models is language x hard gates x
    (quality + soft), here scaled to [0, 1]. The language gate is among the gates of `strict`; what was not
    judged drops out of the mean, so that without a judge the gates alone remain.
    """
    if not score.gates_passed:
        return 0.0
    parts = [score.quality, _graded_mean(score)]
    known = [part for part in parts if part is not None]
    return sum(known) / len(known) if known else 1.0


def shaped(score: Score) -> float:
    """Return the share of gates passed x mean(graded): a slope to climb early in training.

    It pays for half an answer, so switch to `if_score` once most gates are passed.
    """
    if not score.present:
        return 0.0
    passed = [verdict.passed for verdict in score.gates.values()]
    share = sum(passed) / len(passed) if passed else 1.0
    graded = _graded_mean(score)
    return share * (1.0 if graded is None else graded)


def _graded_mean(score: Score) -> float | None:
    values = [value for value in score.graded.values() if value is not None]
    return sum(values) / len(values) if values else None


FORMULAS: dict[str, Formula] = {"if_score": if_score, "gated_sum": gated_sum, "shaped": shaped}
"""Name -> formula."""

LIFT = "lift"
"""The drafting tasks' weighted sum, a property of their own scores: `inst_trans_env.lift.LiftScore.reward`."""


def formula(name: str) -> Formula:
    """Return a formula by name, or raise `UserError` that names what there is."""
    if name not in FORMULAS:
        near = difflib.get_close_matches(name, FORMULAS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        lift = "; of drafting tasks: lift"
        raise UserError(
            f"unknown reward formula {name!r}.{hint} Of translations: {', '.join(FORMULAS)}{lift}"
        )
    return FORMULAS[name]
