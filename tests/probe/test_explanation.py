from __future__ import annotations

from inst_trans_env.probe.explanation import differences, explain
from tests.support import task

TERM = task(
    "青云门的掌门把玉衡令交给了弟子。",
    "term_compliance",
    constraints=["【硬性要求】专名/术语对照: 青云门→Azure Cloud Sect、玉衡令→Jade Balance Token"],
)
ANSWER = "The head of the Azure Cloud Sect handed the jade balance token to his disciple."


def test_places_in_source_and_answer() -> None:
    finding = next(f for f in explain(TERM, ANSWER, "strict").findings if f.name == "term_compliance")
    assert [TERM.source_text[slice(*span)] for span in finding.source] == ["玉衡令"]
    assert [ANSWER[slice(*span)] for span in finding.answer] == ["jade balance token"]
    assert "other case" in finding.verdict.reason


def test_social_elements_are_marked_in_the_source() -> None:
    row = task("你好 @某人", "social_preserve")
    finding = next(f for f in explain(row, "Hello there", "strict").findings if f.name == "social_preserve")
    assert [row.source_text[slice(*span)] for span in finding.source] == ["@某人"]


def test_passing_verdicts_mark_nothing() -> None:
    explanation = explain(TERM, ANSWER.replace("jade balance token", "Jade Balance Token"), "strict")
    assert explanation.score.reward == 1
    assert all(not f.source and not f.answer for f in explanation.findings)


def test_why_the_rule_sets_differ() -> None:
    echo = task(
        "你好，世界！欢迎来到这里。",
        "social_preserve",
        constraints=["【硬性要求】保留以下社交元素不变: 世界"],
    )
    published, strict = (explain(echo, echo.source_text, rules) for rules in ("published", "strict"))
    found = {entry["gate"]: entry for entry in differences(published, strict)}
    assert set(found) == {"language", "copy"}
    assert found["copy"]["fails_under"] == "strict.3"
    assert "published does not notice" in found["copy"]["why"]


def test_the_published_failure_is_named() -> None:
    row = task("海", "term_compliance", constraints=["【硬性要求】专名/术语对照: 河→river"])
    published, strict = (explain(row, "The sea", rules) for rules in ("published", "strict"))
    (entry,) = differences(published, strict)
    assert entry["gate"] == "term_compliance"
    assert entry["fails_under"] == "published.1"
