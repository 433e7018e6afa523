"""Statistics over scores: aggregation, uncertainty, and the signature that every figure carries."""
