"""Scoring of constrained generation: gates decided by rules, graded constraints, one composed reward."""
