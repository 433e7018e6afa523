"""The Ray engine on a small cluster of this machine; `scripts/test-ray` kills workers and a node."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.files import write_jsonl
from inst_trans_env.rollouts.ray_engine import RayEngine
from tests.rollouts.build import traces

absent = find_spec("ray") is None


@pytest.mark.skipif(absent, reason="Ray is not installed")
def test_the_same_bytes_as_here(tmp_path: Path) -> None:
    episodes = traces(3)
    write_jsonl(tmp_path / "in.jsonl", [*episodes, {"traces": 3}])
    # Relative paths: workers stand in another folder.
    command = [sys.executable, "-m", "inst_trans_env.cli", "filter", "in.jsonl", "--json", "--workers", "2"]
    command += ["--rules", "published", "--drop-constant", "--top-k", "2", "-o"]
    run = partial(subprocess.run, capture_output=True, text=True, check=False, cwd=tmp_path)
    here, there = run([*command, "a"]), run([*command, "b", "--engine", "ray"])
    assert (here.returncode, there.returncode) == (1, 1), there.stderr
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes().count(b"\n") == 6
    assert there.stdout == here.stdout.replace('"file": "a"', '"file": "b"')
    assert there.stderr == here.stderr


@pytest.mark.skipif(not absent, reason="Ray is installed")
def test_without_ray_it_is_told_how_to_get_it() -> None:
    with pytest.raises(UserError, match=r"pip install 'inst-trans-env\[ray\]'"):
        RayEngine(None, 2)
