"""The shipped sample: what it must hold, that the builder gives it, and that its references pass."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from inst_trans_env.errors import DataError
from inst_trans_env.scoring import Scorer
from inst_trans_env.syllables import count
from inst_trans_env.tasks.languages import LANGUAGE_NAMES
from inst_trans_env.tasks.prompt import parse_prompt
from inst_trans_env.tasks.rows import task_from_row
from inst_trans_env.tasks.schema import HARD_IDS, SOFT_IDS
from scripts.sample import builder
from scripts.sample.items import complaints
from scripts.sample.lines import constraint_lines

SAMPLE = files("inst_trans_env.tasks") / "sample"
DATA = (SAMPLE / "test.jsonl").read_bytes()
MANIFEST = json.loads((SAMPLE / "manifest.json").read_text(encoding="utf-8"))
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.decode("utf-8").split("\n")[:-1]]
FIELDS = [
    "case_id",
    "prompt",
    "reference",
    "source_lang",
    "target_lang",
    "source_text",
    "constraints",
    "constraint_ids",
    "scenario",
    "domain",
    "duration_s",
    "batch_size",
    "style",
]
SOCIAL = {"B站动态", "弹幕", "评论"}


def test_enough_rows_of_everything() -> None:
    assert len(ROWS) >= 264
    assert len({row["case_id"] for row in ROWS}) == len(ROWS)
    targets = Counter(row["target_lang"] for row in ROWS)
    assert set(targets) == set(LANGUAGE_NAMES)
    assert min(targets.values()) >= 12
    by_id = Counter(cid for row in ROWS for cid in row["constraint_ids"])
    assert set(by_id) == {*HARD_IDS, *SOFT_IDS}
    assert min(by_id.values()) >= 14
    assert {len(row["constraint_ids"]) for row in ROWS} == {1, 2, 3, 4, 5}
    assert {row["source_lang"] for row in ROWS} >= {"zh", "en", "ja", "ko", "de", "fr", "es", "ru"}


def test_domains_and_scenarios() -> None:
    assert len({row["domain"] for row in ROWS}) == 10
    scenarios = Counter(row["scenario"] for row in ROWS)
    assert set(scenarios) == {
        "social",
        "doc_textbook",
        "novel",
        "pgc_subtitle",
        "column",
        "academic",
        "ugc_subtitle",
        "web_html",
    }
    assert min(scenarios.values()) >= 14


def test_each_domain_carries_what_suits_it() -> None:
    for row in ROWS:
        ids = set(row["constraint_ids"])
        if row["domain"] in SOCIAL:
            assert ids <= {"format_preserve", "social_preserve", "term_compliance"}, row["case_id"]
        if "syllable_order" in ids:
            assert row["domain"] in {"ogv字幕", "UGC字幕"}, row["case_id"]
        if row["scenario"] == "web_html":
            assert row["domain"] == "网页文本"
            assert "</" in row["source_text"]
    academic = [row for row in ROWS if "academic_format_preserve" in row["constraint_ids"]]
    assert sum(row["domain"] == "学术论文" for row in academic) > len(academic) / 2


def test_most_rows_have_a_source_of_their_own() -> None:
    sources = Counter(row["source_text"] for row in ROWS)
    assert sum(count == 1 for count in sources.values()) >= len(ROWS) / 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["case_id"])
def test_row_is_as_released(row: dict[str, Any]) -> None:
    assert list(row) == [field for field in FIELDS if field in row]
    assert set(FIELDS[:10]) <= set(row)
    parts = parse_prompt(row["prompt"])
    assert parts.source_text == row["source_text"]
    assert list(parts.constraints) == row["constraints"]
    assert (parts.source_lang, parts.target_lang) == (row["source_lang"], row["target_lang"])
    assert ("duration_s" in row) == ("syllable_order" in row["constraint_ids"])
    assert ("style" in row) == ("style_consistency" in row["constraint_ids"])
    if "batch_size" in row:
        keys = [str(number) for number in range(1, row["batch_size"] + 1)]
        assert list(json.loads(row["source_text"])) == keys
        assert list(json.loads(row["reference"])) == keys
    if "duration_s" in row:
        assert len(row["duration_s"]) == row["batch_size"]
        assert all(0.3 < seconds < 12 for seconds in row["duration_s"])


@pytest.mark.parametrize("row", [row for row in ROWS if "duration_s" in row], ids=lambda row: row["case_id"])
def test_seconds_are_those_of_a_speaker(row: dict[str, Any]) -> None:
    """When the counter has changed, `scripts/sample/build --durations` derives the seconds anew."""
    lines = list(json.loads(row["reference"]).values())
    syllables = sum(count(line, row["target_lang"]) for line in lines)
    speech = sum(row["duration_s"]) - 0.35 * len(lines)
    assert 0.1 < speech / syllables < 0.25


@pytest.mark.parametrize("rules", ["published", "strict"])
def test_references_pass_every_gate(rules: str) -> None:
    scorer = Scorer(rules=rules)
    tasks = [task_from_row(row) for row in ROWS]
    scorer.check_tasks(tasks)
    failures = []
    for task in tasks:
        score = scorer.score(task, task.reference)
        failures += [
            (task.case_id, name, verdict.reason)
            for name, verdict in score.gates.items()
            if not verdict.passed
        ]
        failures += [
            (task.case_id, name, points) for name, points in score.graded.items() if points not in (1, None)
        ]
        assert set(task.hard_ids) <= set(score.gates)
        if rules == "strict" and "academic_format_preserve" in task.soft_ids:
            assert score.graded["academic_format_preserve"] == 1, task.case_id
    assert failures == []


@pytest.mark.parametrize("rules", ["published", "strict"])
def test_broken_references_fail(rules: str) -> None:
    """A lost key closes format_preserve, altered social elements close social_preserve."""
    scorer = Scorer(rules=rules)
    for task in map(task_from_row, ROWS):
        if task.batch_size:
            lines = json.loads(task.reference)
            del lines["1"]
            assert (
                not scorer.score(task, json.dumps(lines, ensure_ascii=False)).gates["format_preserve"].passed
            )
        if "social_preserve" in task.hard_ids and not task.batch_size:
            gates = scorer.score(
                task, task.reference.replace("[", "(").replace("#", "").replace("@", "")
            ).gates
            assert not gates["social_preserve"].passed


def test_files_equal_what_the_builder_gives(capsys: pytest.CaptureFixture[str]) -> None:
    assert builder.main(["--check"]) == 0, capsys.readouterr().out


def test_manifest_describes_the_file() -> None:
    described = MANIFEST["files"]["test.jsonl"]
    assert described == {
        "rows": len(ROWS),
        "bytes": len(DATA),
        "sha256": hashlib.sha256(DATA).hexdigest(),
    }
    assert MANIFEST["license"] == "CC0-1.0"
    assert MANIFEST["by_constraint"]["syllable_order"] == sum("duration_s" in row for row in ROWS)
    assert sum(MANIFEST["by_language_pair"].values()) == len(ROWS)


ITEM: dict[str, Any] = {
    "case_id": "sample-en-001",
    "source_lang": "zh",
    "target_lang": "en",
    "scenario": "social",
    "domain": "评论",
    "source": "谢谢 @小周 推荐的空气炸锅！",
    "reference": "Thanks @小周 for recommending the air fryer!",
    "constraints": [
        {"id": "social_preserve", "elements": ["@小周"]},
        {"id": "term_compliance", "pairs": [["空气炸锅", "air fryer"]]},
    ],
}


def test_a_sound_item_has_no_complaint() -> None:
    assert list(complaints(ITEM, "en", 1)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"case_id": "sample-en-002"}, "expected case_id sample-en-001"),
        ({"source_lang": "en"}, "equals the target"),
        ({"scenario": "novel"}, "does not go with domain"),
        ({"reference": " "}, "blank"),
        ({"source": {"1": "好"}, "reference": "Good"}, "both be strings or both objects"),
        ({"source": {"2": "好"}, "reference": {"2": "Good"}}, "needs the keys 1"),
        ({"constraints": []}, "unknown, missing or repeated"),
        ({"constraints": [{"id": "spelling"}]}, "unknown, missing or repeated"),
        ({"constraints": [{"id": "style_consistency", "formality": "casual"}]}, "a social text carries only"),
        ({"constraints": [{"id": "syllable_order"}]}, "needs a batch of subtitles"),
        ({"constraints": [{"id": "social_preserve"}]}, "needs elements"),
        ({"constraints": [{"id": "social_preserve", "elements": ["@小王"]}]}, "does not occur in the source"),
        ({"constraints": [{"id": "social_preserve", "elements": ["@小周，"]}]}, "holds a separator"),
        ({"reference": "Thanks for recommending the air fryer!"}, "'@小周' [0] times"),
    ],
)
def test_a_bad_item_is_refused(change: dict[str, Any], words: str) -> None:
    found = list(complaints(ITEM | change, "en", 1))
    assert any(words in complaint for complaint in found), found


def test_a_line_that_another_reader_would_take_is_refused() -> None:
    item = ITEM | {
        "domain": "书籍",
        "constraints": [
            {"id": "style_consistency", "formality": "casual"},
            {"id": "context_disambiguate", "text": "“风格”指画风"},
        ],
    }
    with pytest.raises(DataError, match="风格"):
        constraint_lines(item, [])


def test_format_preserve_needs_a_format() -> None:
    with pytest.raises(DataError, match="no format to preserve"):
        constraint_lines(ITEM | {"constraints": [{"id": "format_preserve"}]}, [])
