"""A small OpenAI-compatible server on loopback whose models are calibration policies, not language models."""
