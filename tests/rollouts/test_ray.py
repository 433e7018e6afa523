"""The Ray engine on a small cluster of this machine; `scripts/test-ray` kills workers and a node."""

from __future__ import annotations

import subprocess
import sys
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
    command = [sys.executable, "-m", "inst_trans_env.cli", "filter", str(tmp_path / "in.jsonl"), "--json"]
    command += ["--rules", "published", "--drop-constant", "--top-k", "2", "--workers", "2", "-o"]
    here = subprocess.run([*command, str(tmp_path / "a")], capture_output=True, text=True, check=False)
    there = subprocess.run(
        [*command, str(tmp_path / "b"), "--engine", "ray"], capture_output=True, text=True, check=False
    )
    assert (here.returncode, there.returncode) == (1, 1), there.stderr
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes().count(b"\n") == 6
    assert there.stdout == here.stdout.replace(str(tmp_path / "a"), str(tmp_path / "b"))
    assert there.stderr == here.stderr


@pytest.mark.skipif(not absent, reason="Ray is installed")
def test_without_ray_it_is_told_how_to_get_it() -> None:
    with pytest.raises(UserError, match=r"pip install 'inst-trans-env\[ray\]'"):
        RayEngine(None, 2)
