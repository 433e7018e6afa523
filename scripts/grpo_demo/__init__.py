"""The parts of `scripts/grpo-demo`: tasks of a toy language pair, a byte-level model, training, curves."""
