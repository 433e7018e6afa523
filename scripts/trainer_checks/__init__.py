"""One module a trainer: its own code calls our adapter, on the tasks of the GRPO demo and the sample."""
