"""What both environments share: the scorer of a configuration, and a score as flat metrics."""

from __future__ import annotations

from functools import cache

from inst_trans_env.errors import UserError
from inst_trans_env.scoring import Score, Scorer


@cache
def scorer_for(
    rules: str,
    model: str | None = None,
    base_url: str | None = None,
    api_key_var: str = "JUDGE_API_KEY",
    quality: bool = False,
) -> Scorer:
    """Return the scorer of a configuration, one for the whole process; rule-only without a judge's `model`.

    Raises:
        UserError: the rule set is unknown, or the judge's endpoint is not given.
    """
    if model is None:
        if quality:
            raise UserError("judge.quality needs judge.model: name the model that judges")
        return Scorer(rules)
    raise UserError("no judge yet")


def metrics(score: Score) -> dict[str, float]:
    """Return gates as 0 or 1, graded scores and quality where there are any, by their ids.

    `answered` tells whether there was an answer, `complete` whether every soft constraint has a score.
    """
    flat = {"answered": float(score.present), "complete": float(score.complete)}
    flat |= {name: float(verdict.passed) for name, verdict in score.gates.items()}
    flat |= {name: value for name, value in score.graded.items() if value is not None}
    return flat if score.quality is None else flat | {"quality": score.quality}
