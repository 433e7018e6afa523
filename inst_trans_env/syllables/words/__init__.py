"""Syllables of one plain word, one module a language or family; each loads at its first use."""

from __future__ import annotations

from inst_trans_env.syllables.words.counters import count_word, prepare

__all__ = ["count_word", "prepare"]
