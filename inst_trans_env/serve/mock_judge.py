"""A stand-in for a judge, for demonstrations only: it approves of everything, in the right shape."""

from __future__ import annotations

import json

from inst_trans_env.tasks.schema import SOFT_IDS

MODEL = "mock-judge"
DESCRIPTION = "mock: gives every judged constraint and the quality 1, for demonstrations only"


def verdict(prompt: str) -> str:
    """Return full marks for each graded constraint that the judge's prompt names, or a score of 1.

    A prompt that asks for yes or no (a judged constraint on a document) gets a yes.
    """
    if prompt.rstrip().endswith("yes or no."):
        return "yes"
    named = [cid for cid in SOFT_IDS if cid in prompt]
    if not named:
        return "1"
    note = "mock judge: approves of everything"
    return json.dumps({cid: {"score": 1, "note": note} for cid in named})
