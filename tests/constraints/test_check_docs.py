from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "checks.md"


def test_the_page_is_what_the_code_says() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "check-docs"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_check_has_a_passing_and_a_failing_example() -> None:
    page = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^###+ (\w+)$", page, flags=re.MULTILINE)
    bodies = list(zip(sections[1::2], sections[2::2], strict=True))
    assert len(bodies) >= 22
    for name, body in bodies:
        assert "\nPasses" in body, name
        assert "\nFails" in body, name
