from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from inst_trans_env.errors import DataError, UserError
from inst_trans_env.lift import load_lift_tasks, score_document, task_from_row
from inst_trans_env.lift.load import CONFIGS
from tests.lift.build import evaluation, row

CARD = {
    "evaluation_id": "content_verifiable_constraints_3",
    "weight_group": "content",
    "weight": 0.175,
    "metric_name": "lexical_count",
    "metric_args": {"string": "climate", "lower_bound": 2, "upper_bound": 5},
    "parser_name": "nested_html",
    "parser_args": {"selector_lst": [["H2", 1]], "is_shallow": False, "document_type": "markdown"},
}
OUTLINE = "# T\n## A\n## B"


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in rows), "utf-8")
    return path


def test_the_cards_example_loads_and_writes_back() -> None:
    source = row(
        CARD,
        topic="Climate",
        document_outline=OUTLINE,
        metadata={},
        dataset_name="c",
        dataset_id="i",
        split="test",
    )
    task = task_from_row(source)
    assert task.to_row() == source
    assert not task.evaluations[0].is_judged


def test_weights_are_exact_from_json_lines(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        row({**CARD, "weight": 0.16666666666666666}, document_outline="## A\n## B\u2028x"),
    )
    with pytest.warns(UserWarning, match="count from 0 or 1"):
        tasks = load_lift_tasks(path)
    assert tasks[0].evaluations[0].weight == 0.16666666666666666
    assert tasks[0].document_outline.endswith("\u2028x")


def test_repeated_ids_are_two_constraints() -> None:
    assert len(task_from_row(row(CARD, CARD)).evaluations) == 2


def test_fields_stored_as_json_strings_are_decoded() -> None:
    packed = {
        **CARD,
        "metric_args": json.dumps(CARD["metric_args"]),
        "parser_args": {"selector_lst": '[["H2", 1]]', "is_shallow": False, "document_type": "markdown"},
    }
    task = task_from_row(row(packed) | {"info": json.dumps({"evaluations": [packed]}), "metadata": "{}"})
    assert task.evaluations[0].selector == task_from_row(row(CARD)).evaluations[0].selector
    assert task.evaluations[0].args == task_from_row(row(CARD)).evaluations[0].args


def test_whole_floats_of_columnar_formats_are_numbers() -> None:
    floats = {**CARD, "metric_args": {"string": "a", "lower_bound": 2.0, "upper_bound": 5.0}}
    floats["parser_args"] = {"selector_lst": [["H2", 1.0]]}
    assert task_from_row(row(floats)).evaluations[0].selector.path == (("H2", 1),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"metric_name": "lexical_cuont"},
            r"field metric_name: unknown metric 'lexical_cuont'\. Did you mean 'lexical_count'\? Available: ",
        ),
        ({"parser_name": "nested_htm"}, r"field parser_name: .*Did you mean 'nested_html'\?"),
        (
            {"metric_args": {"strng": "x"}},
            r"field metric_args\.strng: unknown argument of lexical_count .strng.\. Did you mean .string.\?",
        ),
        (
            {"metric_args": {"string": "x", "lower_bound": "2"}},
            r"field metric_args\.lower_bound: Expected `int \| null`, got `str`",
        ),
        ({"metric_args": {"string": ""}}, r"field metric_args\.string"),
        ({"metric_args": {}}, r"required field `string`"),
        (
            {"metric_args": {"string": "x", "lower_bound": 5, "upper_bound": 2}},
            r"lower_bound 5 is above upper_bound 2",
        ),
        ({"metric_args": {"string": "x", "lower_bound": -1}}, r"lower_bound"),
        ({"metric_args": "{"}, r"field metric_args: expected JSON"),
        ({"parser_args": {"selector_lst": [["H9", 1]]}}, r"unknown tag 'H9'"),
        ({"parser_args": {"selector_lst": [["H2"]]}}, r"selector_lst\[0\]"),
        (
            {"parser_args": {"selectors": []}},
            r"field parser_args\.selectors: .*Did you mean 'selector_lst'\?",
        ),
        ({"parser_args": {"document_type": "latex"}}, r"document_type"),
        ({"weight": "0.5"}, r"field weight: expected a number, got the string '0\.5'$"),
        ({"weight": 10**400}, r"field weight: expected a number of at least 0, got about 2\*\*1329$"),
        ({"weight": [1.5] * 99}, r"field weight: expected a number of at least 0, got \[1\.5, .{30,36}…$"),
        ({"metric_name": "word_count", "metric_args": {}}, r"both null, so any text would do: give one"),
        ({"metric_name": "table_count", "metric_args": {"upper_bound": None}}, r"both null"),
        ({"weight_group": " "}, r"field weight_group: expected the name of a group, got a blank one"),
        ({"metric_args": {"string": "x"}}, r"field metric_args: lower_bound and upper_bound are both null"),
        (
            {"metric_args": {"string": "x", "lower_bound": None, "upper_bound": None}},
            r"any text would do: give one",
        ),
        (
            {"metric_args": {"string": "x", "lower_bound": 10**60, "upper_bound": 1}},
            r"lower_bound 10{39}… is above|metric_args\.lower_bound",
        ),
        ({"weight": True}, r"field weight"),
        ({"weight": float("nan")}, r"field weight"),
        ({"weight": -0.5}, r"field weight"),
        ({"weight": None}, r"field weight: missing"),
        ({"wieght": 1}, r"field wieght: .*Did you mean 'weight'\?"),
        (
            {"metric_name": "text_language", "metric_args": {"language": "xx"}},
            r"language 'xx' cannot be told",
        ),
        ({"metric_name": "regex_match", "metric_args": {"pattern": "(?=a)"}}, r"not an RE2 pattern"),
        ({"metric_name": "regex_match", "metric_args": {"pattern": "a*"}}, r"matches empty text"),
        ({"metric_name": "code_parses", "metric_args": {"language": "cobol"}}, r"no parser for 'cobol'"),
        ({"metric_name": "json_schema", "metric_args": {"schema": {"type": "strin"}}}, r"not a JSON schema"),
        (
            {"metric_name": "json_schema", "metric_args": {"schema": {"$ref": "file:///etc/hostname"}}},
            r"JSON schema|refers to another",
        ),
        ({"metric_name": "judged_question", "metric_args": {}}, r"give either question or criterion"),
        ({"metric_name": "date_format", "metric_args": {"formats": ["%Q"]}}, r"date format"),
        (
            {"metric_name": "phrase_position", "metric_args": {"phrase": "a", "unit": "word", "index": 0}},
            r"never 0",
        ),
        (
            {"metric_name": "readability", "metric_args": {"formula": "flesch", "language": "fr"}},
            r"defined for en",
        ),
        ({"metric_name": "alphabetical_order", "metric_args": {"locale": "zh"}}, r"locale"),
        ({"metric_name": "text_script", "metric_args": {"scripts": ["Klingon"]}}, r"unknown script"),
        ({"metric_name": "heading_outline", "metric_args": {"outline": "no heading"}}, r"holds no heading"),
    ],
)
def test_a_row_that_cannot_be_understood_is_an_error(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = write(tmp_path / "bad.jsonl", row(CARD), row(CARD, {**CARD, "evaluation_id": "e2", **change}))
    with pytest.raises(DataError) as caught:
        load_lift_tasks(path)
    text = str(caught.value)
    assert text.startswith(f"{path}, line 2 (example 'x1'): evaluation 2 ('e2'): "), text
    assert re.search(message, text), text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"info": None}, "field info"),
        ({"info": {"evaluations": []}}, "at least one evaluation"),
        ({"info": {"evaluations": ["x"]}}, "expected an object, got str"),
        ({"prompt": "Write."}, "expected a list of messages with role and content, got the string 'Write.'"),
        ({"prompt": []}, "expected a list of messages .* got an empty one"),
        ({"prompt": None}, "expected a list of messages .* got NoneType"),
        ({"prompt": "[{"}, "field prompt: expected JSON"),
        ({"prompt": [{"role": "user", "content": " \u200b\n"}]}, "the user's message is blank"),
        (
            {"prompt": [{"role": "user", "content": "Write."}, {"role": "assistant", "content": "Yes."}]},
            "last message to be the user's, got role 'assistant'",
        ),
        ({"prompt": [{"role": "user"}]}, "field prompt"),
        ({"topic": 3}, "field topic"),
        ({"metadata": [1]}, "field metadata"),
    ],
)
def test_a_broken_row_is_an_error(broken: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        task_from_row(row(CARD) | broken)


def test_a_local_copy_is_a_folder_of_configs(tmp_path: Path) -> None:
    config = "short_doc_few_constraints"
    write(
        tmp_path / config / "train.jsonl",
        row(CARD, document_outline=OUTLINE),
        row(CARD, document_outline="## A", example_id="x2"),
    )
    tasks = load_lift_tasks(tmp_path, config=config, split="train")
    assert len(tasks) == 2
    with pytest.raises(UserError, match=r"test\.jsonl does not exist"):
        load_lift_tasks(tmp_path, config=config)
    with pytest.raises(UserError, match="Did you mean 'short_doc_few_constraints'"):
        load_lift_tasks(tmp_path, config="short_doc_few")
    with pytest.raises(
        UserError, match="holds the configs short_doc_few_constraints: name one with --config"
    ):
        load_lift_tasks(tmp_path)
    (tmp_path / "none").mkdir()
    with pytest.raises(UserError, match=r"holds no CONFIG/SPLIT\.jsonl"):
        load_lift_tasks(tmp_path / "none", config=config)
    with pytest.raises(UserError, match=r"name a config with --config: short_doc_few"):
        load_lift_tasks("hub")
    with pytest.raises(UserError, match="unknown split"):
        load_lift_tasks(tmp_path, config=config, split="dev")
    with pytest.raises(UserError, match="does not exist"):
        load_lift_tasks(tmp_path / "none.jsonl")


def test_an_empty_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no task in it"):
        load_lift_tasks(write(tmp_path / "empty.jsonl"))


def test_there_are_ten_configs() -> None:
    assert len(CONFIGS) == len(set(CONFIGS.values())) == 10


def test_a_zero_anywhere_makes_the_file_count_from_zero(tmp_path: Path) -> None:
    zero = evaluation("word_count", {"upper_bound": 9}, [("H2", 0)])
    tasks = load_lift_tasks(write(tmp_path / "zero.jsonl", row(zero, document_outline=OUTLINE)))
    assert tasks.indexing.base == 0
    assert tasks[0].indexing.base == 0


@pytest.mark.parametrize("options", [{"base": 7}, {"base": "1"}, {"base": -1}, {"among": "children"}])
def test_a_way_of_counting_that_there_is_not_is_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    path = write(tmp_path / "t.jsonl", row(CARD, document_outline="## A"))
    with pytest.raises(UserError, match="count"):
        load_lift_tasks(path, **options)


@pytest.mark.parametrize("term", ["", " ", "\n\t", "\u00a0", "\u200b", "\u00ad\ufeff ", "\x00"])
@pytest.mark.parametrize(
    ("metric", "args"),
    [
        ("lexical_count", lambda term: {"string": term}),
        ("keyword_forbidden", lambda term: {"keywords": ["rain", term]}),
        ("starts_with", lambda term: {"phrases": [term]}),
        ("phrase_position", lambda term: {"phrase": term, "unit": "word", "index": 1}),
        ("judged_question", lambda term: {"question": term}),
    ],
)
def test_a_blank_term_is_an_error_of_the_row(metric: str, args: Any, term: str) -> None:
    with pytest.raises(
        DataError, match=r"evaluation 1 .*field metric_args\..*shows something, got a blank one"
    ):
        task_from_row(row(evaluation(metric, args(term))))


def test_white_space_around_a_term_is_left_out() -> None:
    lift_task = task_from_row(
        row(evaluation("lexical_count", {"string": "  rain\n", "lower_bound": 1, "upper_bound": 1}))
    )
    assert score_document(lift_task, "The rain.").raw == 1.0
