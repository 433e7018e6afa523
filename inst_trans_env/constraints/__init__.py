"""Constraints, the rule sets that decide them, and the verdicts they give."""

from inst_trans_env.constraints.registry import CONSTRAINTS, RULE_SETS, Constraint, rule_set
from inst_trans_env.constraints.verdict import PASS, Span, Verdict

__all__ = ["CONSTRAINTS", "PASS", "RULE_SETS", "Constraint", "Span", "Verdict", "rule_set"]
