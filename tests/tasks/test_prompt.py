from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.languages import LANGUAGE_NAMES
from inst_trans_env.tasks.prompt import JSON_ENDING, PLAIN_ENDING, PromptParts, build_prompt, parse_prompt

LANGS = st.sampled_from(list(LANGUAGE_NAMES))
CONSTRAINT = st.text(min_size=1).filter(lambda line: line.strip() and "\n" not in line)


@given(
    st.text(),
    st.lists(CONSTRAINT, min_size=1, max_size=5),
    LANGS,
    LANGS,
    st.sampled_from(["字幕", "评论", ""]),
)
def test_what_is_built_is_read_back(
    source: str, lines: list[str], source_lang: str, target_lang: str, genre: str
) -> None:
    prompt = build_prompt(source, lines, source_lang=source_lang, target_lang=target_lang, genre=genre)
    assert parse_prompt(prompt) == PromptParts(source, tuple(lines), source_lang, target_lang, genre)


def test_markers_inside_the_source_stay_in_it() -> None:
    source = "甲\n\n【约束要求】\n1. 乙\n\n【源文】\n丙"
    prompt = build_prompt(source, ["【注意】丁"], source_lang="zh", target_lang="en")
    assert parse_prompt(prompt).source_text == source


@pytest.mark.parametrize(
    ("source", "line", "ending"),
    [
        ('{"1": "a"}', "【硬性要求】保留源文中的 JSON 格式标记不变", JSON_ENDING),
        ('["a"]', "【硬性要求】保留源文中的 JSON 格式标记不变", PLAIN_ENDING),
        ('{"1": "a"}', "【注意】语体风格：口语", PLAIN_ENDING),
        ("text", "【硬性要求】保留源文中的 JSON 格式标记不变", PLAIN_ENDING),
        ("[" * 100_000, "JSON", PLAIN_ENDING),
    ],
)
def test_the_ending_asks_for_json_only_of_json(source: str, line: str, ending: str) -> None:
    assert build_prompt(source, [line], source_lang="zh", target_lang="en").endswith(f"\n\n{ending}")


@pytest.mark.parametrize("line", ["", " ", "a\nb"])
def test_a_constraint_is_one_line(line: str) -> None:
    with pytest.raises(DataError, match="one line"):
        build_prompt("a", [line], source_lang="zh", target_lang="en")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(DataError, match="unknown language 'xx'"):
        build_prompt("a", ["b"], source_lang="zh", target_lang="xx")


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("hello", "no 【源文】 block"),
        ("a\n\n【源文】\nb", "no 【约束要求】 block"),
        ("a\n\n【源文】\nb\n\n【约束要求】\nc\n\nd", "constraint line 1 should start with 1."),
        ("a\n\n【源文】\nb\n\n【约束要求】\n2. c\n\nd", "constraint line 1 should start with 1."),
    ],
)
def test_a_prompt_of_another_shape_is_refused(prompt: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_prompt(prompt)


def test_another_opening_leaves_the_languages_open() -> None:
    prompt = build_prompt("a", ["b"], source_lang="zh", target_lang="en").replace("请将", "烦请将")
    assert parse_prompt(prompt) == PromptParts("a", ("b",))
