from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from inst_trans_env.report.page import Piece, histogram, pieces
from tests.support import row


@pytest.mark.parametrize(
    ("spans", "cut"),
    [
        ([], [Piece("abcdef", False)]),
        ([(1, 3)], [Piece("a", False), Piece("bc", True), Piece("def", False)]),
        ([(4, 6), (0, 2)], [Piece("ab", True), Piece("cd", False), Piece("ef", True)]),
        ([(0, 4), (2, 6)], [Piece("abcd", True), Piece("ef", True)]),
        ([(3, 3)], [Piece("abcdef", False)]),
    ],
)
def test_pieces(spans: list[tuple[int, int]], cut: list[Piece]) -> None:
    assert pieces("abcdef", spans) == cut


@given(st.text(), st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50))))
def test_pieces_lose_nothing(text: str, spans: list[tuple[int, int]]) -> None:
    inside = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in spans]
    assert "".join(piece.text for piece in pieces(text, inside)) == text


def test_the_histogram_counts_every_value() -> None:
    counts = [count for _, count, _ in histogram([0.0, 0.05, 0.5, 1.0, 1.0])]
    assert counts == [2, 0, 0, 0, 0, 1, 0, 0, 0, 2]
    assert histogram([])[0] == ("0.0", 0, 0.0)


class Shape(HTMLParser):
    """Collects tags and text, so that a page is read as a browser reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_figures_and_escapes_answers(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>\ud800"
    write_jsonl(tmp_path / "data.jsonl", [row("a"), row("b"), row("c")])
    lines = [{"case_id": "a", "prediction": '{"1": "x"}'}, {"case_id": "b", "prediction": hostile}]
    write_jsonl(tmp_path / "p.jsonl", lines)
    shared = ["--predictions", str(tmp_path / "p.jsonl"), "--data", str(tmp_path / "data.jsonl")]
    run = str(tmp_path / "run")
    CliRunner().invoke(main, ["evaluate", *shared, "--output-dir", run, "--skip-judge"])
    result = CliRunner().invoke(main, ["report", run, *shared, "--output", str(tmp_path / "page.html")])
    assert result.exit_code == 0, result.output
    page = Shape()
    page.feed((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "script" not in page.tags
    assert page.tags.count("details") == 2
    for part in (
        "0.3333",
        "format_preserve",
        "<script>alert(1)</script>",
        "there is no answer",
        "2 of 2 shown",
    ):
        assert part in page.text


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "p.jsonl", [])
    args = [
        "report",
        str(tmp_path),
        "--predictions",
        str(tmp_path / "p.jsonl"),
        "--output",
        str(tmp_path / "x"),
    ]
    assert CliRunner().invoke(main, args).exit_code == 2
