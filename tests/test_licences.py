"""What the project says of its licences covers the files that have terms of their own."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = ROOT / "inst_trans_env" / "syllables" / "data"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
TERMS = (DATA / "LICENSE.txt").read_text("utf-8")


def test_licence_files_exist_and_hold_the_terms_of_the_data() -> None:
    assert (DATA / "LICENSE.txt").relative_to(ROOT).as_posix() in PROJECT["license-files"]
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


@pytest.mark.parametrize(
    ("place", "words", "licence"),
    [
        (ROOT / "LICENSE", "Apache License", "Apache-2.0"),
        (DATA / "LICENSE.txt", "CC BY-SA 4.0", "CC-BY-SA-4.0"),
        (DATA / "LICENSE.txt", "BSD-2-Clause", "BSD-2-Clause"),
        (ROOT / "inst_trans_env/tasks/sample/manifest.json", "CC0", "CC0-1.0"),
    ],
)
def test_each_licence_of_the_package_is_in_its_expression(place: Path, words: str, licence: str) -> None:
    assert words in place.read_text("utf-8")
    assert licence in PROJECT["license"].split(" AND ")


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.iterdir() if path.suffix != ".txt"))
def test_each_data_file_of_the_syllable_counter_has_terms(name: str) -> None:
    named = re.findall(r"[*\w.]+\.(?:bin|tsv|txt)", TERMS)
    assert any(fnmatch.fnmatch(name, pattern) for pattern in named)
