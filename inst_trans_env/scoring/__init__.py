"""From verdicts to one number: gates times the mean of graded scores."""

from inst_trans_env.scoring.score import Score, if_score
from inst_trans_env.scoring.scorer import Judge, Scorer

__all__ = ["Judge", "Score", "Scorer", "if_score"]
