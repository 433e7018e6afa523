"""Verdicts change only with the version that signatures name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_verdicts_are_those_of_their_version() -> None:
    ran = subprocess.run(
        [sys.executable, ROOT / "scripts" / "verdict-digest"], capture_output=True, text=True, check=True
    )
    kept = json.loads((ROOT / "tests" / "verdicts.json").read_text(encoding="utf-8"))
    assert json.loads(ran.stdout) == kept, (
        "verdicts changed: bump the version of the rule set (or VERSION of syllables), "
        "then run scripts/verdict-digest --write"
    )
