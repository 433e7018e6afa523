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


LINES = '{"1": "甲", "2": "乙"}'


@pytest.mark.parametrize(
    ("source", "durations", "message"),
    [
        (LINES, None, "one number of seconds for each line$"),
        (LINES, (), "one number of seconds for each line$"),
        ('{"1": "甲"}', (1.0,), "two lines that differ at least, got only one number$"),
        (LINES, (2.0, 2.0), "two lines that differ at least, got 2 equal numbers$"),
        (LINES, (1.0, 2.0, 3.0), "3 numbers are for the keys '1' to '3', source_text has the keys '1', '2'$"),
        ('{"1": "甲", "2": "乙", "3": "丙"}', (1.0, 2.0), "source_text has the keys '1', '2', '3'$"),
        ('{"0": "甲", "1": "乙"}', (1.0, 2.0), "source_text has the keys '0', '1'$"),
        ("{}", (1.0, 2.0), "source_text has the keys $"),
        ('["甲", "乙"]', (1.0, 2.0), "source_text has a list$"),
        (LINES, (1.0, 2.0), None),
        ('\n{"2": "乙", "1": "甲"}\n', (2.0, 2.0001), None),
        ("甲\n乙", (1.0, 2.0), None),
    ],
)
def test_seconds_on_screen_are_those_of_the_lines(
    source: str, durations: tuple[float, ...] | None, message: str | None
) -> None:
    row = Task("zh", "en", source, ("【硬性要求】音节",), ("syllable_order",), duration_s=durations)
    if message is None:
        STRICT.check_task(row)
        return
    with pytest.raises(DataError, match=f"^syllable_order needs duration_s.*{message}"):
        STRICT.check_task(row)


@pytest.mark.parametrize("durations", [None, (), (1.0,), (1.0, 1.0)])
def test_nothing_to_compare_is_never_a_pass(durations: tuple[float, ...] | None) -> None:
    row = Task("zh", "en", LINES, ("【硬性要求】音节",), ("syllable_order",), duration_s=durations)
    assert not STRICT.gates(row, '{"1": "Go.", "2": "Come here."}')["syllable_order"].passed


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
