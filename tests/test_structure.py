"""The picture of the package: imports go downward only, and the core is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import inst_trans_env

ROOT = Path(inst_trans_env.__file__).parent
MODULES = sorted(path for path in ROOT.rglob("*.py"))
ALLOWED = {
    "errors": set(),
    "files": {"errors"},
    "locks": {"errors"},
    "tasks": {"errors", "files"},
    "judge": {"errors", "files", "tasks"},
    "text": {"errors"},
    "syllables": {"errors", "text"},
    "constraints": {"errors", "tasks", "text", "syllables"},
    "scoring": {"errors", "tasks", "constraints", "judge"},
    "stats": {"errors", "tasks", "syllables"},
    "lift": {"errors", "files", "locks", "judge", "text", "syllables"},
    "probe": {"errors", "tasks", "text", "syllables", "constraints", "scoring"},
    "run": {"errors", "files", "locks", "tasks", "scoring"},
    "rollouts": {"errors", "files", "locks", "tasks", "judge", "scoring", "stats", "lift", "constraints"},
}
"""Part -> parts that it may import; parts that are not named here stand on top and may import all."""


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = (
                [node.module]
                if node.module != "inst_trans_env"
                else [f"inst_trans_env.{a.name}" for a in node.names]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("inst_trans_env."))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_downward(path: Path) -> None:
    own = part(path)
    if own in ALLOWED:
        assert set(imported(path)) <= ALLOWED[own] | {own}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= 300


def test_the_core_is_light() -> None:
    heavy = "{'verifiers', 'torch', 'datasets', 'openai', 'click', 'rich', 'httpx', 'numpy'}"
    code = f"import sys, inst_trans_env; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
