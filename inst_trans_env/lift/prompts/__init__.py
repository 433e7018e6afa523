"""Prompts of judged metrics: text files, one a version."""
