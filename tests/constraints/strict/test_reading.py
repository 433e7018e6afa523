from __future__ import annotations

import pytest

from inst_trans_env.constraints.strict import STRICT
from inst_trans_env.constraints.strict.reading import glossary, layout_features, social_elements
from inst_trans_env.errors import DataError
from inst_trans_env.tasks.schema import Task


@pytest.mark.parametrize(
    ("line", "source", "pairs"),
    [
        ("【硬性要求】专名/术语对照: 甲→A、乙→B", "甲乙", [("甲", "A"), ("乙", "B")]),
        ("【硬性要求】专名/术语对照：甲→A，乙→B", "甲乙", [("甲", "A"), ("乙", "B")]),
        (
            "术语对照: Paris, France→巴黎, Rome→罗马",
            "Paris, France",
            [("Paris, France", "巴黎"), ("Rome", "罗马")],
        ),
        ("术语对照: 史→Smith, Jr.、巴→Paris", "史", [("史", "Smith, Jr."), ("巴", "Paris")]),
        ("术语对照: Re:Zero→从零开始", "", [("Re:Zero", "从零开始")]),
        ("术语对照: 甲→, 乙→B", "", [("乙", "B")]),
        ("术语对照: →A、乙→B。", "", [("乙", "B")]),
        ("术语对照: 甲→A、甲→A", "", [("甲", "A")]),
        ("术语对照: 甲-A", "", []),
        ("术语对照:", "", []),
        ("请用这些译名：甲→A", "", [("甲", "A")]),
    ],
)
def test_glossary(line: str, source: str, pairs: list[tuple[str, str]]) -> None:
    assert list(glossary((line,), source)) == pairs


@pytest.mark.parametrize(
    ("listed", "source", "elements"),
    [
        ("@甲、[doge]、#题#", "", ["@甲", "[doge]", "#题#"]),
        ("@甲 [doge] #题#", "", ["@甲", "[doge]", "#题#"]),
        ("@甲，@乙,@丙", "", ["@甲", "@乙", "@丙"]),
        ("[a][b]", "", ["[a]", "[b]"]),
        ("#AI、#AIGC #ML", "", ["#AI", "#AIGC", "#ML"]),
        ("#a、b#", "#a、b#", ["#a、b#"]),
        ("#a、#b", "#a、#b", ["#a", "#b"]),
        ("#a b#", "#a b#", ["#a b#"]),
        ("https://a.b/c,d、@甲", "https://a.b/c,d", ["https://a.b/c,d", "@甲"]),
        ("https://a.b/c,@甲", "https://a.b/c @甲", ["https://a.b/c", "@甲"]),
        ("( ´ ▽ ` )、yyds", "( ´ ▽ ` )", ["( ´ ▽ ` )", "yyds"]),
        ("❤️、😂[doge]", "❤ 😂", ["❤️", "😂", "[doge]"]),
        ("@甲。", "", ["@甲"]),
        ("、，", "", []),
        ("", "", []),
    ],
)
def test_social_elements(listed: str, source: str, elements: list[str]) -> None:
    assert list(social_elements((f"【硬性要求】保留以下社交元素不变: {listed}",), source)) == elements


def test_layout_features() -> None:
    assert layout_features(("保持布局: 换行、缩进",)) == {"newlines", "indentation"}
    assert layout_features(("保持布局",)) == {"newlines", "indentation", "tables"}


@pytest.mark.parametrize(
    ("constraint_id", "line", "durations", "message"),
    [
        ("term_compliance", "【硬性要求】专名/术语对照: 甲", None, "term_compliance has no readable pair in"),
        (
            "social_preserve",
            "【硬性要求】保留以下社交元素不变: ",
            None,
            "social_preserve has no readable element in",
        ),
        ("syllable_order", "【硬性要求】音节", None, "syllable_order needs duration_s"),
    ],
)
def test_unreadable_rows_are_data_errors(
    constraint_id: str, line: str, durations: None, message: str
) -> None:
    row = Task("zh", "en", "甲", (line,), (constraint_id,), case_id="c-7", duration_s=durations)
    with pytest.raises(DataError, match=f"^{message}"):
        STRICT.check_task(row)
