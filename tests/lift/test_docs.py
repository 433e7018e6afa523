from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from inst_trans_env.lift.metrics import METRICS

ROOT = Path(__file__).resolve().parents[2]


def test_the_reference_page_is_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "lift-docs", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_metric_is_documented() -> None:
    for name, metric in METRICS.items():
        assert metric.name == name
        assert metric.summary.endswith(".")
        assert metric.__doc__
        assert all(field in metric.Args.__struct_fields__ for field in metric.passes.args)


def test_one_metric_a_file() -> None:
    files = {path.stem for path in (ROOT / "inst_trans_env" / "lift" / "metrics").glob("*.py")}
    assert set(METRICS) == files - {"__init__", "base", "columns", "edge"}
