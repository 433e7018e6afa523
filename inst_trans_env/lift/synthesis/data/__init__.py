"""Topics, aspects and sentences that tasks are made of."""
