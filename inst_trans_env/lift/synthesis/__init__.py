"""Make drafting tasks: topics, outlines, constraints, and for every task a document that meets them."""

from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.lint import lint_task
from inst_trans_env.lift.synthesis.run import Made, Order, Synthesis
from inst_trans_env.lift.synthesis.topics import Topic, load_topics

__all__ = ["Made", "Order", "Parameters", "Synthesis", "Topic", "lint_task", "load_topics"]
