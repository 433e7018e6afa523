"""Make drafting tasks: topics, outlines, constraints, and for every task a document that meets them."""

from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.lint import lint_task
from inst_trans_env.lift.synthesis.run import Synthesis, synthesize
from inst_trans_env.lift.synthesis.topics import Topic, load_topics

__all__ = ["Parameters", "Synthesis", "Topic", "lint_task", "load_topics", "synthesize"]
